// Adds the file's name to an error.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "graze/base/error.h"
#include "graze/io/detail/text.h"

namespace graze::inline v1::detail {

template <typename Work>
auto naming(const std::string& name, Work&& work) {
    try {
        return work();
    } catch (const Error& e) {
        throw e.within(printable(name));
    } catch (const std::bad_alloc&) {
        throw Error("is too large for the memory there is", printable(name));
    } catch (const std::length_error&) {
        throw Error("is too large for the memory there is", printable(name));
    }
}

}  // namespace graze::inline v1::detail
