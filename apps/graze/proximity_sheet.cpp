#include "proximity_sheet.h"

#include <fmt/format.h>

#include "graze/base/error.h"
#include "graze/spheres/sheet/sheet.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

const char* side_word(const std::optional<SheetSide>& side) {
    return !side ? "neither" : *side == SheetSide::front ? "front" : "back";
}

const char* through_word(Answer answer) {
    return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "undecided";
}

Sheet sheet_of(Session& session, const SheetRequest& request) {
    SheetOptions options;
    options.thickness = request.thickness;
    if (request.spheres) options.spheres = *request.spheres;
    options.threads = request.threads;
    options.progress = &session.progress;
    try {
        return {request.shapes.a.mesh(), options};
    } catch (const Error& e) {
        stop_if_interrupted(session);
        throw e.within(request.shapes.a.name);
    }
}

std::string sheet_text(const Style& style, const SheetRequest& request, const SheetPenetration& p) {
    std::string headline = fmt::format("no part of the solid is within {} {} of the sheet",
                                       number(request.thickness), request.unit);
    if (p.from && p.through == Answer::no) headline = "the solid is on one side of the sheet";
    if (p.from && p.through != Answer::no)
        headline =
            fmt::format("about {} {}^3 of the solid are behind the sheet", number(p.volume), request.unit);
    std::string text = (p.through == Answer::no ? style.green(headline) : style.yellow(headline)) + "\n";
    text += field(style, "sheet", printable(request.shapes.a.name)) +
            field(style, "solid", printable(request.shapes.b.name)) +
            field(style, "comes from", side_word(p.from));
    if (p.through != Answer::no)
        text += field(
            style, "certainly",
            fmt::format("{} to {} {}^3", number(p.volume_at_least), number(p.volume_at_most), request.unit));
    if (p.from)
        text += field(style, "on its own side", fmt::format("about {} {}^3", number(p.before), request.unit));
    return text;
}

Json sheet_json(const SheetRequest& request, const SheetPenetration& p) {
    const TwoShapes& m = request.shapes;
    return {
        {"schema", "graze.proximity-sheet/1"},
        {"through", through_word(p.through)},
        {"from", side_word(p.from)},
        {"complete", p.status == QueryStatus::complete},
        {"thickness", request.thickness},
        {"metres_per_unit", m.unit ? Json(*m.unit) : Json(nullptr)},
        {"volume", {{"estimate", p.volume}, {"at_least", p.volume_at_least}, {"at_most", p.volume_at_most}}},
        {"before", p.before},
        {"center", p.volume > 0 ? to_json(p.center) : Json(nullptr)},
        {"tests", p.tests},
        {"a", to_json(m.a)},
        {"b", to_json(m.b)}};
}

}  // namespace

Exit run_sheet(Session& session, const SheetRequest& request) {
    const Sheet sheet = sheet_of(session, request);
    const TwoShapes& m = request.shapes;
    const SheetPenetration p =
        sheet_penetration(sheet, m.a.pose, m.b.shape, request.tree_b, m.b.pose, nullptr, request.options);
    stop_if_interrupted(session);
    session.progress.clear();
    session.out.write(request.json ? dump(sheet_json(request, p)) : sheet_text(session.style, request, p));
    if (p.through == Answer::yes) return Exit::found;
    return p.through == Answer::no ? Exit::fine : Exit::incomplete;
}

}  // namespace graze::app
