// A square cloth of springs, by implicit steps: projective dynamics (Liu, Bargteil, O'Brien, Kavan 2013). The
// matrix stays the same, so it is factored once.
#pragma once

#include <Eigen/SparseCholesky>

#include <cmath>
#include <vector>

#include "graze/eigen.h"
#include "graze/mesh/mesh.h"

namespace tablecloth {

using graze::Vec3;
using graze::VertexId;

struct ClothOptions {
    VertexId side = 64;   // squares along each side
    double width = 2;     // metres
    double start = 0.2;   // height of the flat cloth
    double mass = 0.3;    // kilograms for a square metre
    double stretch = 60;  // newtons per metre, of springs along the sides
    double shear = 20, bend = 0.4;
    double drag = 0.8;   // of the velocity, per second
    double step = 0.01;  // seconds
    int rounds = 12;     // of projections in each step
};

class SpringCloth {
  public:
    explicit SpringCloth(const ClothOptions& options) : options_(options) {
        const VertexId n = options.side;
        for (VertexId j = 0; j <= n; ++j) {
            for (VertexId i = 0; i <= n; ++i) {
                const double x = options.width * (i / double(n) - 0.5),
                             y = options.width * (j / double(n) - 0.5);
                // A breath of air, so that folds know where to begin.
                positions.push_back(
                    {x, y, options.start + 0.004 * std::sin(5 * x + 2) * std::sin(4 * y + 1)});
            }
        }
        const auto at = [n](VertexId i, VertexId j) { return j * (n + 1) + i; };
        for (VertexId j = 0; j < n; ++j) {
            for (VertexId i = 0; i < n; ++i) {
                const VertexId a = at(i, j), b = at(i + 1, j), c = at(i, j + 1), d = at(i + 1, j + 1);
                if ((i + j) % 2 == 0)
                    triangles.insert(triangles.end(), {{a, b, d}, {a, d, c}});
                else
                    triangles.insert(triangles.end(), {{a, b, c}, {b, d, c}});
            }
        }
        const auto spring = [&](VertexId p, VertexId q, double stiffness) {
            springs_.push_back({p, q, length(positions[p] - positions[q]), stiffness});
        };
        for (VertexId j = 0; j <= n; ++j) {
            for (VertexId i = 0; i <= n; ++i) {
                if (i < n) spring(at(i, j), at(i + 1, j), options.stretch);
                if (j < n) spring(at(i, j), at(i, j + 1), options.stretch);
                if (i < n && j < n) spring(at(i, j), at(i + 1, j + 1), options.shear);
                if (i < n && j < n) spring(at(i + 1, j), at(i, j + 1), options.shear);
                if (i + 2 <= n) spring(at(i, j), at(i + 2, j), options.bend);
                if (j + 2 <= n) spring(at(i, j), at(i, j + 2), options.bend);
            }
        }
        velocities.resize(positions.size());
        vertex_mass_ = options.mass * options.width * options.width / double(positions.size());
        factor();
    }

    // Where the vertices would be after a step without contacts.
    std::vector<Vec3> next() const {
        const double h = options_.step;
        const auto count = Eigen::Index(positions.size());
        std::vector<Vec3> free(positions.size());
        for (std::size_t v = 0; v < free.size(); ++v)
            free[v] =
                positions[v] + velocities[v] * (h * (1 - options_.drag * h)) + Vec3{0, 0, -9.81} * (h * h);
        Eigen::MatrixX3d x(count, 3), right(count, 3);
        for (Eigen::Index v = 0; v < count; ++v) x.row(v) = graze::to_eigen(free[std::size_t(v)]).transpose();
        const Eigen::MatrixX3d inertia = vertex_mass_ * x;
        for (int round = 0; round < options_.rounds; ++round) {
            right = inertia;
            for (const Spring& s : springs_) {
                const Eigen::RowVector3d along = x.row(s.p) - x.row(s.q);
                const double now = along.norm();
                if (now == 0) continue;
                const Eigen::RowVector3d wanted = along * (h * h * s.stiffness * s.rest / now);
                right.row(s.p) += wanted;
                right.row(s.q) -= wanted;
            }
            x = solver_.solve(right);
        }
        for (Eigen::Index v = 0; v < count; ++v)
            free[std::size_t(v)] = graze::vec3_from(x.row(v).transpose());
        return free;
    }

    // Ends a step: the velocities follow from where the vertices have come to.
    void move_to(const std::vector<Vec3>& end) {
        for (std::size_t v = 0; v < end.size(); ++v) velocities[v] = (end[v] - positions[v]) / options_.step;
        positions = end;
    }

    std::vector<Vec3> positions, velocities;
    std::vector<std::array<VertexId, 3>> triangles;

  private:
    struct Spring {
        VertexId p, q;
        double rest, stiffness;
    };

    void factor() {
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t v = 0; v < positions.size(); ++v) entries.emplace_back(int(v), int(v), vertex_mass_);
        const double h2 = options_.step * options_.step;
        for (const Spring& s : springs_) {
            const double k = h2 * s.stiffness;
            entries.emplace_back(int(s.p), int(s.p), k);
            entries.emplace_back(int(s.q), int(s.q), k);
            entries.emplace_back(int(s.p), int(s.q), -k);
            entries.emplace_back(int(s.q), int(s.p), -k);
        }
        const auto count = Eigen::Index(positions.size());
        Eigen::SparseMatrix<double> matrix(count, count);
        matrix.setFromTriplets(entries.begin(), entries.end());
        solver_.compute(matrix);
    }

    ClothOptions options_;
    double vertex_mass_ = 0;
    std::vector<Spring> springs_;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver_;
};

}  // namespace tablecloth
