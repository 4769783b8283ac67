// Queries of continuous collision with exact truth, from files (Wang et al. 2021).
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "graze/query/sweep/linear_impact.h"

namespace graze::test {

struct CcdQuery {
    bool edges = false;
    bool hit = false;  // the truth
    std::array<MovingPoint, 4> points;

    LinearImpact ask(double separation = 0) const {
        const auto& p = points;
        return edges ? edge_edge_impact({p[0], p[1]}, {p[2], p[3]}, separation)
                     : vertex_face_impact(p[0], {p[1], p[2], p[3]}, separation);
    }
};

// A line is three rational numbers, each a numerator and a denominator, and the truth. Denominators are
// powers of two, so that quotients are exact.
inline bool read_line(std::ifstream& in, Vec3& point, bool& hit) {
    std::string line;
    if (!std::getline(in, line) || line.empty()) return false;
    std::array<double, 7> number{};
    std::string_view rest = line;
    for (double& n : number) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = rest.substr(0, comma);
        std::from_chars(word.data(), word.data() + word.size(), n);
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    point = {number[0] / number[1], number[2] / number[3], number[4] / number[5]};
    hit = number[6] != 0;
    return true;
}

inline std::vector<CcdQuery> read_ccd_queries(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".csv") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<CcdQuery> queries;
    for (const auto& file : files) {
        std::ifstream in(file);
        CcdQuery query;
        query.edges = file.filename().string().find("edge-edge") != std::string::npos;
        for (;;) {
            bool complete = true;
            for (std::size_t i = 0; i < 8; ++i) {
                MovingPoint& p = query.points[i % 4];
                complete = complete && read_line(in, i < 4 ? p.from : p.to, query.hit);
            }
            if (!complete) break;
            queries.push_back(query);
        }
    }
    return queries;
}

}  // namespace graze::test
