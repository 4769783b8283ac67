// Solids from the faces of IGES files, which do not know their neighbours.
#pragma once

#include <TDF_Label.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Shape.hxx>
#include <functional>

namespace graze::importers {

TopoDS_Compound faces_outside_solids(const TopoDS_Shape& shape);

class IgesFaces {
  public:
    // `read_again` reads the file into a new document, as the first time.
    explicit IgesFaces(std::function<Handle(TDocStd_Document)()> read_again)
        : read_again_(std::move(read_again)) {}

    // `shape` is that of `label`. Sews faces whose borders are near enough; if the result is closed, it is a
    // solid.
    TopoDS_Shape joined(const TopoDS_Shape& shape, const TDF_Label& label);

  private:
    TopoDS_Shape by_parameters(const TDF_Label& label);

    std::function<Handle(TDocStd_Document)()> read_again_;
    Handle(TDocStd_Document) by_parameters_;  // read when it is first wanted
    bool was_read_ = false;
};

}  // namespace graze::importers
