#include "graze/render/picture.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(graze::png_bytes(graze::Picture(3, 2)).size() > 8);
    return 0;
}
