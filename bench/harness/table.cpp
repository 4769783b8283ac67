#include "bench/harness/table.h"

#include <algorithm>

#include "graze/base/error.h"

namespace graze::bench {
namespace {

// Code points, which is near enough to columns for the names we print ("Möller").
std::size_t width(const std::string& utf8) {
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& cell, std::size_t to, Align align) {
    const std::string space(to - std::min(to, width(cell)), ' ');
    return align == Align::left ? cell + space : space + cell;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add_row(std::vector<std::string> cells) {
    if (cells.size() != columns_.size()) {
        throw Error("a row has " + std::to_string(cells.size()) + " cells for " +
                    std::to_string(columns_.size()) + " columns");
    }
    rows_.push_back(std::move(cells));
}

std::string Table::text() const {
    std::vector<std::size_t> widths;
    for (const Column& column : columns_) widths.push_back(width(column.title));
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string result;
    const auto print = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            line += (i == 0 ? "" : "  ") + padded(cell_of(i), widths[i], columns_[i].align);
        }
        result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    };
    print([&](std::size_t i) { return columns_[i].title; });
    print([&](std::size_t i) { return std::string(widths[i], '-'); });
    for (const auto& row : rows_) print([&](std::size_t i) { return row[i]; });
    return result;
}

std::string Table::markdown() const {
    std::string result = "|";
    for (const Column& column : columns_) result += " " + column.title + " |";
    result += "\n|";
    for (const Column& column : columns_) result += column.align == Align::left ? "---|" : "--:|";
    for (const auto& row : rows_) {
        result += "\n|";
        for (const std::string& cell : row) result += " " + cell + " |";
    }
    return result + "\n";
}

}  // namespace graze::bench
