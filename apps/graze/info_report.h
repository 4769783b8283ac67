// Facts about files in words and as JSON.
#pragma once

#include <string>

#include "info_facts.h"
#include "report.h"

namespace graze::app {

struct TextDetail {
    bool each_part = false;   // say all of it for every part
    bool every_name = false;  // list all parts: else the first few, and how many there are besides
};
std::string to_text(const std::string& file, const FileFacts& facts, const Style& style,
                    const TextDetail& detail);
Json to_json(const std::string& file, const FileFacts& facts, bool each_part);

}  // namespace graze::app
