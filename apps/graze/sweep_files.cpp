#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/io/save.h"
#include "graze/mesh/assembly.h"
#include "graze/render/picture.h"
#include "graze/report/clearance_plot.h"
#include "graze/report/sweep_pictures.h"
#include "sweep_report.h"
#include "whole_file.h"

namespace graze::app {
namespace {

void write_plot(const std::string& folder, SweepAnswer& answer) {
    const auto unit = answer.loaded.assembly.metres_per_unit;
    ClearancePlot plot;
    plot.title = "Clearance along the path";
    plot.unit = unit ? unit_name(*unit) : "";
    plot.clearance = answer.clearance;
    for (const ClearanceSample& sample : answer.sweep.clearance)
        plot.samples.emplace_back(sample.step, sample.distance);
    if (!answer.sweep.met.empty()) plot.first_contact = answer.sweep.met.front().impact.at_least;
    if (answer.sweep.least && std::isfinite(answer.sweep.least->distance.value))
        plot.least.emplace(answer.sweep.least->distance.time, answer.sweep.least->distance.value);
    const std::string file = folder + "/clearance.svg";
    const std::string svg = clearance_plot(plot);
    write_file(file, [&](const Send& send) { send(svg); });
    answer.plot = file;
}

void write_picture(Session& session, const SweepFiles& files, SweepAnswer& answer, const std::string& name,
                   const SweepPlace& place, const std::string& what) {
    SweepPictureOptions options;
    options.threads = files.threads;
    options.progress = &session.progress;
    const std::string file = files.folder + "/" + name;
    save_png(sweep_picture(answer.loaded.assembly, answer.moving, answer.path, place, options), file);
    answer.pictures.push_back({file, place.step, what});
}

// The first contact of each of the parts that are met first, and the least clearance.
void write_pictures(Session& session, const SweepFiles& files, SweepAnswer& answer) {
    constexpr std::size_t most_pictures = 6;
    std::size_t count = 0;
    for (const SweptPair& pair : answer.sweep.met) {
        if (++count > most_pictures) break;
        write_picture(
            session, files, answer, fmt::format("met-{}.png", count),
            {pair.impact.at_least, pair.moving, pair.resting, pair.impact.point_b, pair.impact.normal},
            fmt::format("step {:.9g}: {}", pair.impact.at_least, answer.name(pair.resting)));
    }
    if (answer.sweep.least && std::isfinite(answer.sweep.least->distance.value)) {
        const LeastClearance& least = *answer.sweep.least;
        write_picture(
            session, files, answer, "least-clearance.png",
            {least.distance.time, least.moving, least.resting, least.distance.point_b, least.distance.normal},
            fmt::format("step {:.9g}: the least clearance", least.distance.time));
    }
}

// Binary STL has floats, which are too coarse where a small part is far from the origin.
bool fits_floats(const SweptEnvelope& envelope) {
    return std::ranges::all_of(envelope.mesh.vertices(), [&](const Vec3& p) {
        for (std::size_t k = 0; k < 3; ++k)
            if (!(std::abs(static_cast<double>(static_cast<float>(p[k])) - p[k]) <=
                  EnvelopeOptions::margin * envelope.cell))
                return false;
        return true;
    });
}

void write_envelope(Session& session, const SweepFiles& files, SweepAnswer& answer) {
    Assembly moving;
    moving.metres_per_unit = answer.loaded.assembly.metres_per_unit;
    for (const std::size_t part : answer.moving) moving.parts.push_back(answer.loaded.assembly.parts[part]);
    const Mesh mesh = merged(moving);
    EnvelopeOptions options;
    options.cell = files.cell.value_or(0);
    options.progress = &session.progress;
    const SweptEnvelope envelope = swept_envelope(mesh, motion_along(answer.path, Pose{}), options);
    const std::string file = files.folder + "/envelope.stl";
    SaveOptions save;
    save.ascii = !fits_floats(envelope);
    save_mesh(envelope.mesh, file, save);
    answer.envelope = {file, envelope.cell, envelope.tolerance, envelope.mesh.triangle_count()};
}

}  // namespace

void write_sweep_files(Session& session, const SweepFiles& files, SweepAnswer& answer) {
    std::error_code error;
    std::filesystem::create_directories(files.folder, error);
    if (error)
        throw Error(fmt::format("cannot be made ({})", error.message()), files.folder,
                    "choose another folder");
    if (!answer.sweep.clearance.empty()) write_plot(files.folder, answer);
    write_pictures(session, files, answer);
    if (files.envelope) write_envelope(session, files, answer);
    stop_if_interrupted(session);
}

}  // namespace graze::app
