// Just enough XML to find a few attributes: tags one after the other, nothing checked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graze::importers {

struct XmlTag {
    std::string_view name;  // without a prefix; "/name" for the end of an element
    std::string_view attributes;
    std::string_view text;  // what follows, up to the next tag

    // As written, entities resolved; none if it is not there.
    std::optional<std::string> attribute(std::string_view key) const;
};

class XmlTags {
  public:
    explicit XmlTags(std::string_view xml) : rest_(xml) {}

    // False at the end. Comments, declarations and CDATA are passed over.
    bool next(XmlTag& tag);

  private:
    std::string_view rest_;
};

std::string resolved(std::string_view text);  // &amp; and the like, numbers included

}  // namespace graze::importers
