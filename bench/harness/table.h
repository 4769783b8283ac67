// Tables that line up in a terminal and in Markdown.
#pragma once

#include <string>
#include <vector>

namespace graze::bench {

enum class Align { left, right };

struct Column {
    std::string title;
    Align align = Align::right;
};

class Table {
  public:
    explicit Table(std::vector<Column> columns);

    // One cell per column; throws graze::Error otherwise.
    void add_row(std::vector<std::string> cells);

    std::string text() const;
    std::string markdown() const;

  private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace graze::bench
