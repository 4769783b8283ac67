// Twice: `io_alone write FILE` saves a box, `io_alone read FILE` loads it in a program that has never made
// one.
#include <cstring>

#include "graze/io/saved_shape.h"
#include "tests/alone/alone.h"

int main(int count, char** arguments) {
    GRAZE_CHECK(count == 3);
    if (std::strcmp(arguments[1], "write") == 0) {
        graze::save_shape(graze::Shape(graze::OrientedBox({1, 2, 3})), arguments[2]);
        return 0;
    }
    GRAZE_CHECK(graze::load_shape(arguments[2]).oriented_box() != nullptr);
    return 0;
}
