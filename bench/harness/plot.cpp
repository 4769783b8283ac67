#include "bench/harness/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::bench {
namespace {

constexpr const char* ink = "#1f2933";
constexpr const char* faint = "#d9dee3";

const char* colour(Tone tone) {
    switch (tone) {
        case Tone::graze:
            return "#0b7a75";
        case Tone::seed:
            return "#d08c2f";
        case Tone::peer:
            break;
    }
    return "#9aa5b1";
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text,
                    const std::string& extra = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor,
                       extra.empty() ? "" : " " + extra, escaped(text));
}

std::string line_from(double x1, double y1, double x2, double y2, const char* stroke) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1,
                       y1, x2, y2, stroke);
}

std::string document(double width, double height, const std::string& body) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"{2}\">\n"
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n{3}</svg>\n",
        width, height, ink, body);
}

// The largest of 1, 2, 5 times a power of ten that gives at least three steps up to `top`.
double tick_step(double top) {
    double step = 1;
    while (step * 3 > top) step /= 10;
    while (step * 30 <= top) step *= 10;
    if (step * 15 <= top) return step * 5;
    return step * 6 <= top ? step * 2 : step;
}

std::string shown(double value) {
    return value < 10 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

constexpr const char* bold = "font-weight=\"bold\"";

constexpr const char* heading = "font-weight=\"bold\" font-size=\"16\"";

// The lines with a dot at each point. Labels stand at the ends of their lines, pushed apart where they would
// overlap.
template <class AtX, class AtY>
std::string drawn(const std::vector<Line>& lines, AtX&& at_x, AtY&& at_y, double right) {
    std::string body;
    std::vector<std::pair<double, std::string>> labels;
    for (const Line& line : lines) {
        if (line.points.empty()) continue;
        std::string path;
        for (const auto& [x, y] : line.points) path += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
        path.pop_back();
        body += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                            path, colour(line.tone));
        for (const auto& [x, y] : line.points) {
            body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", at_x(x),
                                at_y(y), colour(line.tone));
        }
        labels.emplace_back(at_y(line.points.back().second) + 4, line.label);
    }
    std::sort(labels.begin(), labels.end());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (i > 0) labels[i].first = std::max(labels[i].first, labels[i - 1].first + 15);
        body += text_at(right + 10, labels[i].first, "start", labels[i].second);
    }
    return body;
}

// From the power of ten below the least to the one above the most, at least one apart.
struct Decades {
    double low = 0, high = 1;  // exponents

    void cover(double value, bool first) {
        const double exponent = std::log10(value);
        low = std::min(first ? std::floor(exponent) : low, std::floor(exponent));
        high = std::max(first ? low + 1 : high, std::ceil(exponent));
    }
    double share(double value) const { return (std::log10(value) - low) / (high - low); }
};

}  // namespace

std::string bar_plot(const std::string& title, const std::string& remark, const std::string& unit,
                     const std::vector<BarPanel>& panels) {
    constexpr double width = 760, label_width = 250, note_width = 150, row = 20, bar_height = 13;
    constexpr double bar_width = width - label_width - note_width - 20;
    double y = 30;
    std::string body = text_at(20, y, "start", title, heading);
    y += 20;
    body += text_at(20, y, "start", remark);
    for (const BarPanel& panel : panels) {
        double top = 0;
        for (const Bar& bar : panel.bars) top = std::max(top, bar.value);
        y += 34;
        body += text_at(20, y, "start", panel.title, bold);
        body += text_at(label_width, y, "start", panel.detail);
        y += 12;
        const double axis_top = y;
        std::string bars;
        for (const Bar& bar : panel.bars) {
            const double length = top > 0 ? bar.value / top * bar_width : 0;
            bars += text_at(label_width - 8, y + bar_height - 2, "end", bar.label);
            bars += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                label_width, y, length, bar_height, colour(bar.tone));
            const std::string value =
                shown(bar.value) + " " + unit + (bar.note.empty() ? "" : ", " + bar.note);
            bars += text_at(label_width + length + 6, y + bar_height - 2, "start", value);
            y += row;
        }
        body += line_from(label_width, axis_top - 4, label_width, y - row + bar_height + 4, faint) + bars;
    }
    return document(width, y + 16, body);
}

std::string line_plot(const std::string& title, const std::string& x_label, const std::string& y_label,
                      const std::vector<Line>& lines) {
    constexpr double width = 760, height = 420, left = 70, right = 600, top = 60, bottom = 360;
    double x_min = 0, x_max = 1, y_max = 0;
    bool first = true;
    for (const Line& line : lines) {
        for (const auto& [x, y] : line.points) {
            x_min = first ? x : std::min(x_min, x);
            x_max = first ? x : std::max(x_max, x);
            y_max = std::max(y_max, y);
            first = false;
        }
    }
    if (y_max <= 0) y_max = 1;
    if (x_max <= x_min) x_max = x_min + 1;
    const auto at_x = [&](double x) { return left + (x - x_min) / (x_max - x_min) * (right - left); };
    const auto at_y = [&](double y) { return bottom - y / y_max * (bottom - top); };

    std::string body = text_at(20, 30, "start", title, heading);
    const double y_step = tick_step(y_max), x_step = std::max(1.0, tick_step(x_max - x_min));
    for (double y = 0; y <= y_max * 1.0001; y += y_step) {
        body += line_from(left, at_y(y), right, at_y(y), faint);
        body += text_at(left - 8, at_y(y) + 4, "end", fmt::format("{:g}", y));
    }
    for (double x = std::ceil(x_min / x_step) * x_step; x <= x_max * 1.0001; x += x_step) {
        body += text_at(at_x(x), bottom + 18, "middle", fmt::format("{:g}", x));
    }
    body += text_at((left + right) / 2, bottom + 40, "middle", x_label);
    body += text_at(left - 8, top - 14, "start", y_label);

    body += drawn(lines, at_x, at_y, right);
    return document(width, height, body);
}

std::string log_log_plot(const std::string& title, const std::string& remark, const std::string& x_label,
                         const std::string& y_label, const std::vector<Line>& lines) {
    constexpr double width = 980, height = 560, left = 80, right = 640, top = 90, bottom = 500;
    Decades across, up;
    bool first = true;
    for (const Line& line : lines) {
        for (const auto& [x, y] : line.points) {
            across.cover(x, first);
            up.cover(y, first);
            first = false;
        }
    }
    const auto at_x = [&](double x) { return left + across.share(x) * (right - left); };
    const auto at_y = [&](double y) { return bottom - up.share(y) * (bottom - top); };
    std::string body = text_at(20, 30, "start", title, heading) + text_at(20, 50, "start", remark);
    for (double e = up.low; e <= up.high; ++e) {
        const double y = std::pow(10.0, e);
        body += line_from(left, at_y(y), right, at_y(y), faint);
        body += text_at(left - 8, at_y(y) + 4, "end", fmt::format("{:g}", y));
    }
    for (double e = across.low; e <= across.high; ++e) {
        const double x = std::pow(10.0, e);
        body += line_from(at_x(x), top, at_x(x), bottom, faint);
        body += text_at(at_x(x), bottom + 18, "middle", fmt::format("{:g}", x));
    }
    body += text_at((left + right) / 2, bottom + 40, "middle", x_label);
    body += text_at(left - 8, top - 14, "start", y_label);
    return document(width, height, body + drawn(lines, at_x, at_y, right));
}

}  // namespace graze::bench
