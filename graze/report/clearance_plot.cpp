#include "graze/report/clearance_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string_view>

namespace graze::inline v1 {
namespace {

constexpr double plot_width = 860, plot_height = 420, plot_left = 76, plot_right = 830, plot_top = 64,
                 plot_bottom = 360;

std::string plot_number(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string plot_coordinate(double value) {
    return plot_number("%.1f", value);
}

std::string escaped_for_svg(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '&') {
            result += "&amp;";
        } else if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (static_cast<unsigned char>(c) >= 0x20) {
            result += c;
        }
    }
    return result;
}

std::string joined_text(std::initializer_list<std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) text += word;
    return text;
}

std::string plot_line(double x1, double y1, double x2, double y2, const char* style) {
    return joined_text({"<line x1=\"", plot_coordinate(x1), "\" y1=\"", plot_coordinate(y1), "\" x2=\"",
                        plot_coordinate(x2), "\" y2=\"", plot_coordinate(y2), "\" ", style, "/>\n"});
}

std::string plot_text(double x, double y, const char* anchor, const std::string& text,
                      const char* style = "") {
    return joined_text({"<text x=\"", plot_coordinate(x), "\" y=\"", plot_coordinate(y), "\" text-anchor=\"",
                        anchor, "\"", style, ">", escaped_for_svg(text), "</text>\n"});
}

// 1, 2 or 5 times a power of ten, so that there are four to ten steps.
double step_of_ticks(double range) {
    const double power = std::pow(10.0, std::floor(std::log10(range / 4)));
    for (const double factor : {5.0, 2.0, 1.0})
        if (range / (factor * power) >= 4) return factor * power;
    return power;
}

}  // namespace

std::string clearance_plot(const ClearancePlot& plot) {
    std::vector<std::pair<double, double>> points;
    for (const auto& p : plot.samples)
        if (std::isfinite(p.first) && std::isfinite(p.second)) points.push_back(p);
    double from = 0, to = 1, most = plot.clearance * 1.25;
    if (!points.empty()) {
        from = points.front().first;
        to = std::max(points.back().first, std::nextafter(from, HUGE_VAL));
        for (const auto& p : points) most = std::max(most, p.second);
    }
    if (!(most > 0)) most = 1;
    const auto at_x = [&](double x) {
        return plot_left + (x - from) / (to - from) * (plot_right - plot_left);
    };
    const auto at_y = [&](double y) { return plot_bottom - y / most * (plot_bottom - plot_top); };

    std::string body = plot_text(20, 30, "start", plot.title, " font-size=\"16\" font-weight=\"bold\"");
    const double y_step = step_of_ticks(most), x_step = step_of_ticks(to - from);
    for (int i = 0; i * y_step <= most * 1.0001; ++i) {
        const double y = i * y_step;
        body += plot_line(plot_left, at_y(y), plot_right, at_y(y), "stroke=\"#d9dee3\"");
        body += plot_text(plot_left - 8, at_y(y) + 4, "end", plot_number("%g", y));
    }
    for (double i = std::ceil(from / x_step); i * x_step <= to * (1 + 1e-9); ++i) {
        const double x = i * x_step;
        body += plot_line(at_x(x), plot_bottom, at_x(x), plot_bottom + 5, "stroke=\"#1f2933\"");
        body += plot_text(at_x(x), plot_bottom + 20, "middle", plot_number("%g", x));
    }
    body += plot_text((plot_left + plot_right) / 2, plot_bottom + 42, "middle", "step");
    body += plot_text(plot_left - 8, plot_top - 12, "start",
                      plot.unit.empty() ? "clearance" : "clearance in " + plot.unit);
    if (plot.clearance > 0) {
        body += plot_line(plot_left, at_y(plot.clearance), plot_right, at_y(plot.clearance),
                          "stroke=\"#d08c2f\" stroke-dasharray=\"6 4\"");
        body += plot_text(plot_right, at_y(plot.clearance) - 5, "end",
                          joined_text({"asked: ", plot_number("%g", plot.clearance)}), " fill=\"#a36a1c\"");
    }
    std::string way;
    for (const auto& [x, y] : points)
        way += joined_text({way.empty() ? "" : " ", plot_coordinate(at_x(x)), ",", plot_coordinate(at_y(y))});
    body += joined_text(
        {"<polyline points=\"", way, "\" fill=\"none\" stroke=\"#0b7a75\" stroke-width=\"2\"/>\n"});
    if (plot.first_contact) {
        body += plot_line(at_x(*plot.first_contact), plot_top, at_x(*plot.first_contact), plot_bottom,
                          "stroke=\"#d81b3c\" stroke-width=\"1.5\"");
        body += plot_text(at_x(*plot.first_contact) + (at_x(*plot.first_contact) > plot_right - 180 ? -5 : 5),
                          plot_top + 12, at_x(*plot.first_contact) > plot_right - 180 ? "end" : "start",
                          joined_text({"first found at step ", plot_number("%.6g", *plot.first_contact)}),
                          " fill=\"#d81b3c\"");
    }
    if (plot.least) {
        const double x = at_x(plot.least->first), y = at_y(plot.least->second);
        body += joined_text({"<circle cx=\"", plot_coordinate(x), "\" cy=\"", plot_coordinate(y),
                             "\" r=\"4\" fill=\"#0b7a75\"/>\n"});
        body +=
            plot_text(std::clamp(x, plot_left + 60, plot_right - 60), y - 10, "middle",
                      joined_text({"least ", plot_number("%.4g", plot.least->second)}), " fill=\"#0b7a75\"");
    }
    const std::string width = plot_coordinate(plot_width), height = plot_coordinate(plot_height);
    return joined_text({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
                        "\" viewBox=\"0 0 ", width, " ", height,
                        "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2933\">\n",
                        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", body, "</svg>\n"});
}

}  // namespace graze::inline v1
