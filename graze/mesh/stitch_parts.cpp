// Stitches the parts of an assembly.
#include <map>
#include <memory>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/stitch.h"

namespace graze::inline v1 {

void stitch_parts(Assembly& assembly, StitchOptions options, Progress* progress) {
    options.only_if_closed = true;
    struct Job {
        std::shared_ptr<const Mesh> mesh;
        StitchReport report;
    };
    std::vector<Job> jobs;
    std::map<const Mesh*, std::size_t> number;
    for (const Part& part : assembly.parts)
        if (number.emplace(part.mesh.get(), jobs.size()).second) jobs.push_back({part.mesh, {}});
    parallel_for(options.threads, jobs.size(), 1, [&](std::size_t i, std::size_t) {
        if (progress != nullptr) {
            if (progress->cancelled()) throw Error("cancelled");
            if (i % (jobs.size() / 64 + 1) == 0) progress->report("stitching", i, jobs.size());
        }
        Stitched done = stitched(*jobs[i].mesh, options);
        jobs[i].report = done.report;
        if (done.report.changed()) jobs[i].mesh = std::make_shared<const Mesh>(std::move(done.mesh));
    });
    for (Part& part : assembly.parts) {
        const Job& job = jobs[number.at(part.mesh.get())];
        if (job.report.was_closed) continue;
        part.mesh = job.mesh;
        part.stitched = job.report;
    }
}

}  // namespace graze::inline v1
