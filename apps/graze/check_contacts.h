// The contacts that graze check --contacts lists, as text, as JSON and as a picture.
#pragma once

#include <string>

#include "command.h"
#include "graze/query/contact/contacts.h"
#include "two_shapes.h"

namespace graze::app {

// Within a margin, in the unit of the files.
struct ListedContacts {
    double margin = 0;
    Listed<ContactPoint> list;
};

Json contacts_json(const TwoShapes& shapes, const ListedContacts& contacts);
std::string contacts_text(const Style& style, const ListedContacts& contacts);

// Throws Error for a name that is not that of a picture, and for a size that is none.
void check_contacts_picture(const std::string& file, const std::string& size);
// Both shapes, a ball at each contact and its normal as an arrow. Throws Error, also for
// shapes that are not meshes.
void draw_contacts(Session& session, const TwoShapes& shapes, const ListedContacts& contacts,
                   const std::string& file, const std::string& size, const Threads& threads);

}  // namespace graze::app
