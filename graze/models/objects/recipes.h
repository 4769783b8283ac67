// The recipes of all generated objects; graze/models/objects.h has the table. All objects are about two units
// wide, around the origin, z up. All but the terrain and the leaves of the tree are closed and oriented
// outwards. Two triangles of an object have no common points but shared corners and edges. Pieces of an
// object do not touch.
#pragma once

#include <cstdint>

#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

// A cone of height 2 over a circle of radius 1. With n sides, its volume is that of the pyramid over the
// regular n-gon: (n / 3) sin(1/n turn).
void build_cone(SolidBuilder& builder);

// One sheet, x^2 + y^2 = 0.35^2 + (1 - 0.35^2) z^2 for |z| <= 1, closed by two discs. It is a stack of
// frusta: with n sides and rings of radii r and s at heights dz apart, the volume is (n / 2) sin(1/n turn)
// sum (dz / 3) (r^2 + r s + s^2). In the limit the volume is 2 pi (0.35^2 + (1 - 0.35^2) / 3).
void build_hyperboloid(SolidBuilder& builder);

// A lattice of bars: a cube of edge 2 with 4 x 4 square openings through it in each direction. Openings are
// 0.32 wide, bars (2 - 4 * 0.32) / 5. Coarse lattices have fewer and wider openings, in total 1.28 along each
// axis.
void build_grid(SolidBuilder& builder);

// Menger's sponge in a cube of edge 2. The level is given, or grows with the number of triangles (2 from
// about 2000, 3 from 36 000, 4 from 650 000). The volume is 8 (20/27)^level, up to rounding.
void build_sponge(SolidBuilder& builder);
void build_sponge(SolidBuilder& builder, std::uint32_t level);

// Four tetrahedra in the corners of a regular tetrahedron of edge 2, 0.49 times as wide, so that they do not
// touch; in each of them again four, and so on. The level is given, or grows with the number of triangles (at
// least 4^(level + 1)). Up to rounding, the volume is 8 / (6 sqrt 2) (4 * 0.49^3)^level and the area 4 sqrt 3
// (4 * 0.49^2)^level.
void build_tetraflake(SolidBuilder& builder);
void build_tetraflake(SolidBuilder& builder, std::uint32_t level);

// Hollow pipes with round bends and collars that wind through a cube of 6 x 6 x 6 cells; the seed decides
// how. Each pipe is a piece. No pipe meets another or itself, since each cell has at most one.
void build_pipes(SolidBuilder& builder, std::uint64_t seed);

// A corrugated hose with a smooth bore, bent in space. Its volume tends to that of a straight hose of the
// same length.
void build_hose(SolidBuilder& builder);

// A tube along the trefoil knot, closed without ends.
void build_knot(SolidBuilder& builder);

// A castle with walls, towers, a keep, houses and trees on a plate. Its triangles have very different sizes:
// walls and ground are never cut, only round things become finer.
void build_castle(SolidBuilder& builder);

// A chair with turned legs, a hollowed seat and a bow back with spindles.
void build_chair(SolidBuilder& builder);

// A chandelier: a turned column on a chain, 8 arms and 6 above them with candles, a ring of crystals.
void build_lustre(SolidBuilder& builder);

// A helicopter with a four-bladed rotor, a tail rotor, fins and skids.
void build_helicopter(SolidBuilder& builder);

// An eagle in flight: thin wings, spread feathers, hooked beak, claws.
void build_eagle(SolidBuilder& builder);

// A walking human figure: head, jacket, arms, hands with fingers, legs and shoes. Its skin is cut into pieces
// where a mannequin has joints.
void build_figure(SolidBuilder& builder);

// A galleon under sail: hull with decks, guns, three masts with yards, sails, nests, shrouds and flags.
// Everything but the hull is thin.
void build_galleon(SolidBuilder& builder);

// An older car, plainer and coarser.
void build_saloon(SolidBuilder& builder);

// A sports car with arches over its wheels, panes, lights and a spoiler.
void build_sportscar(SolidBuilder& builder);

// A wreath of two branches with 54 thin leaves each and berries. Each leaf and berry is a piece; the seed
// varies them.
void build_laurel(SolidBuilder& builder, std::uint64_t seed);

// A height field over the square from -1 to 1: waves of 24 lengths, from the seed. It is open along the rim
// of the square.
void build_terrain(SolidBuilder& builder, std::uint64_t seed);

// The lock of a car's door, in a case with a cover: fork, pawl, toothed wheels, motor, springs, screws. Most
// of its triangles are inside.
void build_lock(SolidBuilder& builder);

// A car's headlight: fluted lens, bezel, reflector, housing with ribs, bulb, adjusting screws, cables.
void build_headlight(SolidBuilder& builder);

// A truck with a trailer: large boxes of 12 triangles each beside coiled hoses, treads and nuts, which have
// nearly all the triangles. Only these become finer.
void build_truck(SolidBuilder& builder);

// A perfect maze of 8 x 8 cells as one solid, floor and walls (see make_maze in graze/models/scenes.h). The
// seed decides which maze.
void build_maze(SolidBuilder& builder, std::uint64_t seed);

}  // namespace graze::inline v1
