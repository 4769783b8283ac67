#include "graze/base/error.h"
#include "graze/report/clash_page.h"
#include "tests/alone/alone.h"

int main() {
    try {
        graze::save_clash_page({}, {}, "/nowhere/page.html");
    } catch (const graze::Error&) {
        return 0;  // there is no such folder, or no page in this build
    }
    GRAZE_CHECK(false && "a page in a folder that does not exist");
    return 0;
}
