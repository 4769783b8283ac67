// Facts about files in words and as JSON.
#pragma once

#include <string>

#include "info_facts.h"
#include "report.h"

namespace graze::app {

std::string to_text(const std::string& file, const FileFacts& facts, const Style& style, bool each_part);
Json to_json(const std::string& file, const FileFacts& facts, bool each_part);

}  // namespace graze::app
