#include "graze/models/objects.h"
#include "tests/alone/alone.h"

int main() {
    GRAZE_CHECK(!graze::generated_objects().empty());
    return 0;
}
