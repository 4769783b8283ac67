// An addon of Node that does one thing: the process that loads it enters the sandbox. Node's headers are not
// needed: the interface is stable, and this is all of it that is used.
#include <cstdlib>

#include "graze/io/import/detail/import_sandbox.h"

extern "C" {

int napi_throw_error(void* environment, const char* code, const char* message);

__attribute__((visibility("default"))) void* napi_register_module_v1(void* environment, void* exports) {
    using namespace graze::detail;
    const auto number = [](const char* name) {
        const char* const text = std::getenv(name);
        return text ? std::atoi(text) : 1000;
    };
    const ImportProtection most{number("GRAZE_SECCOMP") != 0, number("GRAZE_LANDLOCK")};
    if (!enter_import_sandbox(most, ImportRuntime::v8))
        napi_throw_error(environment, nullptr, "the sandbox of the importer cannot be entered");
    return exports;
}

}  // extern "C"
