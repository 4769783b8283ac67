#include "graze/query/kinds/question_tables.h"

#include "graze/query/kinds/detail/box_cells.h"
#include "graze/query/kinds/detail/convex_cells.h"

namespace graze::inline v1 {

QuestionTables& question_tables() {
    struct FilledTables {
        QuestionTables tables;
        FilledTables() {
            detail::fill_box_cells(tables);
            detail::fill_convex_cells(tables);
            detail::fill_convex_mesh_cells(tables);
            detail::fill_half_space_cells(tables);
            detail::fill_point_and_ray_cells(tables);
        }
    };
    static FilledTables filled;
    return filled.tables;
}

}  // namespace graze::inline v1
