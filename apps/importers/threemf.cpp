// Reads 3MF packages.
#include "threemf_model.h"
#include "zip_package.h"

namespace graze::importers {
namespace {

void import(const Task& task, StreamWriter& writer) {
    ZipPackage package(task.content);
    import_threemf([&](const std::string& name) { return package.content(name); }, writer);
}

}  // namespace
}  // namespace graze::importers

int main(int argc, char** argv) {
    return graze::importers::run(argc, argv, graze::importers::import);
}
