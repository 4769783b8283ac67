#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/units.h"
#include "text.h"

namespace graze::app {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// Decimal notation with a point, whatever the locale; nothing may follow the number.
std::optional<double> to_number(std::string_view text) {
    text = trimmed(text);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string in_quotes(std::string_view text) {
    return fmt::format("'{}'", text);
}

std::vector<double> parse_numbers(const std::string& option, const std::string& text) {
    std::vector<double> numbers;
    std::string_view rest = text;
    for (;;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view item = rest.substr(0, comma);
        const std::optional<double> value = to_number(item);
        if (!value)
            throw Error(fmt::format("{} is not a finite number", in_quotes(item)), option,
                        "write numbers like 0.5 or -1e3, separated by commas");
        numbers.push_back(*value);
        if (comma == rest.size()) return numbers;
        rest.remove_prefix(comma + 1);
    }
}

// "0,2mm", as many languages write it.
void refuse_decimal_comma(const std::string& option, const std::string& text) {
    const std::size_t comma = text.find(',');
    if (comma == text.npos || comma == 0 || comma + 1 == text.size()) return;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.rfind(',') != comma || !is_digit(text[comma - 1]) || !is_digit(text[comma + 1])) return;
    std::string meant = text;
    meant[comma] = '.';
    throw Error(fmt::format("{} has a comma", in_quotes(text)), option,
                fmt::format("write decimals with a point: {}", meant));
}

double checked_length(const std::string& option, std::string_view text, double value) {
    if (!(value > 0) || value > max_coordinate)
        throw Error(fmt::format("{} is not a length above 0 and up to 1e100", in_quotes(text)), option,
                    "give a positive number");
    return value;
}

}  // namespace

std::uint32_t parse_count(const std::string& option, const std::string& text, std::uint32_t least,
                          std::uint32_t most) {
    const std::string_view digits = trimmed(text);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size())
        throw Error(fmt::format("{} is not a whole number", in_quotes(text)), option,
                    fmt::format("give one from {} to {}", least, with_thousands(most)));
    if (error != std::errc{} || value < least || value > most)
        throw Error(fmt::format("{} is out of range", digits), option,
                    fmt::format("give a number from {} to {}", least, with_thousands(most)));
    return static_cast<std::uint32_t>(value);
}

Budget parse_budget(const std::string& option, const std::string& text) {
    if (text == "none") return {};
    constexpr std::uint64_t most = 1'000'000'000'000'000'000;
    std::uint64_t tests = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, tests);
    if (error != std::errc() || stop != end || tests < 1 || tests > most)
        throw Error("'" + text + "' is not a whole number from 1 to 1e18", option,
                    "give a number of tests, or none for no limit");
    return Budget::of_tests(tests);
}

double parse_number(const std::string& option, const std::string& text) {
    const std::vector<double> numbers = parse_numbers(option, text);
    if (numbers.size() != 1)
        throw Error(fmt::format("{} is more than one number", in_quotes(text)), option, "give one");
    return numbers[0];
}

double parse_number_between(const std::string& option, const std::string& text, double least, double most) {
    const std::optional<double> value = to_number(text);
    if (!value || *value < least || *value > most)
        throw Error(fmt::format("{} is not a number from {} to {}", in_quotes(text), least, most), option);
    return *value;
}

Vec3 parse_vector(const std::string& option, const std::string& text) {
    const std::vector<double> numbers = parse_numbers(option, text);
    if (numbers.size() != 3)
        throw Error(fmt::format("{} is not three numbers", in_quotes(text)), option, "give x,y,z");
    return {numbers[0], numbers[1], numbers[2]};
}

double parse_length(const std::string& option, const std::string& text) {
    const std::optional<double> value = to_number(text);
    if (!value) refuse_decimal_comma(option, text);
    return checked_length(option, text, value.value_or(0));
}

Length parse_length_with_unit(const std::string& option, const std::string& text) {
    std::string_view digits = trimmed(text);
    Length length;
    for (const LengthUnit& unit : length_units()) {
        if (!digits.ends_with(unit.symbol)) continue;
        length.metres_per_unit = unit.metres;
        digits = trimmed(digits.substr(0, digits.size() - unit.symbol.size()));
        break;
    }
    const std::optional<double> value = to_number(digits);
    if (!value) refuse_decimal_comma(option, text);
    if (!value || !(*value > 0) || *value > max_coordinate)
        throw Error(
            fmt::format("{} is not a length above 0", in_quotes(text)), option,
            "give a number with a unit (um, mm, cm, m, in, ft), as in 0.01mm, or without one for the unit of "
            "the file");
    length.value = *value;
    return length;
}

std::vector<Length> parse_lengths(const std::string& option, const std::string& text) {
    std::vector<Length> lengths;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find_first_of("x,", start), text.size());
        lengths.push_back(parse_length_with_unit(option, text.substr(start, end - start)));
        start = end + 1;
    }
    for (Length& length : lengths)
        if (!length.metres_per_unit) length.metres_per_unit = lengths.back().metres_per_unit;
    return lengths;
}

double in_file_units(const Length& length, std::optional<double> metres_per_unit, const std::string& option,
                     const std::string& file) {
    if (!length.metres_per_unit || length.metres_per_unit == metres_per_unit) return length.value;
    if (!metres_per_unit)
        throw Error(fmt::format("{} cannot be told in the file's unit, which it does not say",
                                number(length.value) + unit_name(*length.metres_per_unit)),
                    file + ", " + option, "say the file's unit (--unit mm), or give a length without a unit");
    return length.value * *length.metres_per_unit / *metres_per_unit;
}

Vec3 parse_size(const std::string& option, const std::string& text) {
    const std::vector<double> numbers = parse_numbers(option, text);
    for (const double n : numbers) checked_length(option, text, n);
    if (numbers.size() == 1) return {numbers[0], numbers[0], numbers[0]};
    if (numbers.size() == 3) return {numbers[0], numbers[1], numbers[2]};
    throw Error(fmt::format("{} has {} numbers", in_quotes(text), numbers.size()), option,
                "give one for a cube or three, as in 1,2,0.5");
}

double parse_unit(const std::string& option, const std::string& text) {
    for (const LengthUnit& unit : length_units())
        if (unit.symbol == text) return unit.metres;
    const std::optional<double> metres = to_number(text);
    if (!metres || !(*metres > 0))
        throw Error(fmt::format("{} is not a unit", in_quotes(text)), option,
                    "give um, mm, cm, m, in, ft or the number of metres in one unit");
    return *metres;
}

std::string unit_name(double metres_per_unit) {
    return unit_symbol(metres_per_unit);
}

PartsFrom parse_parts_from(const std::string& option, const std::string& text) {
    return parse_choice<PartsFrom>(
        option, text,
        {{"names", PartsFrom::names}, {"groups", PartsFrom::groups}, {"files", PartsFrom::files}});
}

Pose parse_pose(const std::string& option, const std::string& text) {
    const std::vector<double> n = parse_numbers(option, text);
    try {
        switch (n.size()) {
            case 3:
                return Pose::translation({n[0], n[1], n[2]});
            case 7: {
                const Vec3 axis{n[3], n[4], n[5]};
                if (axis == Vec3{})
                    throw Error("the axis 0,0,0 has no direction", "", "give another, as in 0,0,1");
                // 90 degrees are a quarter of a turn, exactly; neither the division nor the product rounds
                // that away.
                return Pose::translation({n[0], n[1], n[2]}) * Pose::rotation_turns(axis, n[6] / 360);
            }
            case 12:
                return Pose(Pose::Matrix{
                    {{n[0], n[1], n[2], n[3]}, {n[4], n[5], n[6], n[7]}, {n[8], n[9], n[10], n[11]}}});
            default:
                throw Error(fmt::format("a pose of {} numbers is not known", n.size()), "",
                            "give x,y,z or x,y,z,ax,ay,az,degrees or a 3x4 matrix row by row");
        }
    } catch (const Error& e) {
        throw e.within(option);
    }
}

}  // namespace graze::app
