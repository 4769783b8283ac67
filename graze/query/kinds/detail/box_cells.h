// The cells of the tables for oriented boxes.
#pragma once

#include "graze/query/kinds/question_tables.h"

namespace graze::inline v1::detail {

void fill_box_cells(QuestionTables& tables);

}  // namespace graze::inline v1::detail
