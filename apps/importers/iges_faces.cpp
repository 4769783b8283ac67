#include "iges_faces.h"

#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Interface_Static.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS_Solid.hxx>
#include <XCAFDoc_ShapeTool.hxx>

namespace graze::importers {
namespace {

struct Sewn {
    TopoDS_Shape shape;
    bool closed = true;  // nothing is left open
    int free_edges = 0;
};

Sewn sewn(const TopoDS_Shape& shape, double near) {
    const TopoDS_Compound faces = faces_outside_solids(shape);
    if (faces.NbChildren() == 0) return {shape};
    BRepBuilderAPI_Sewing sewing(near);
    sewing.Add(faces);
    sewing.Perform();
    TopoDS_Compound result;
    BRep_Builder builder;
    builder.MakeCompound(result);
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
        builder.Add(result, solid.Current());
    bool closed = true;
    for (TopExp_Explorer shell(sewing.SewedShape(), TopAbs_SHELL); shell.More(); shell.Next()) {
        TopoDS_Solid solid;
        if (BRep_Tool::IsClosed(shell.Current())) {
            builder.MakeSolid(solid);
            builder.Add(solid, shell.Current());
            if (BRepLib::OrientClosedSolid(solid)) {
                builder.Add(result, solid);
                continue;
            }
        }
        builder.Add(result, shell.Current());
        closed = false;
    }
    for (TopExp_Explorer face(sewing.SewedShape(), TopAbs_FACE, TopAbs_SHELL); face.More(); face.Next()) {
        builder.Add(result, face.Current());
        closed = false;
    }
    return {result, closed, sewing.NbFreeEdges()};
}

// Lets Open CASCADE have its default again.
class ParameterCurvesOnly {
  public:
    ParameterCurvesOnly() { Interface_Static::SetIVal(setting, -2); }
    ~ParameterCurvesOnly() { Interface_Static::SetIVal(setting, 0); }
    ParameterCurvesOnly(const ParameterCurvesOnly&) = delete;
    ParameterCurvesOnly& operator=(const ParameterCurvesOnly&) = delete;

  private:
    static constexpr const char* setting = "read.surfacecurve.mode";
};

}  // namespace

TopoDS_Compound faces_outside_solids(const TopoDS_Shape& shape) {
    TopoDS_Compound faces;
    BRep_Builder builder;
    builder.MakeCompound(faces);
    for (TopExp_Explorer face(shape, TopAbs_FACE, TopAbs_SOLID); face.More(); face.Next())
        builder.Add(faces, face.Current());
    return faces;
}

// Trimmed faces have their borders twice: as curves in space, and in the parameters of the surface. Open
// CASCADE (7.6) prefers those in space, and loses some of them on surfaces that go round: the wall of a
// slanting hole comes out whole, and the part open. Those in parameters are right then. But where a border is
// one curve that goes round, two faces may let it start at places a little apart, which sewing must bridge,
// and does only where that makes the whole closed.
TopoDS_Shape IgesFaces::joined(const TopoDS_Shape& shape, const TDF_Label& label) {
    constexpr double near = 0.01, less_near = 0.1;  // mm
    const Sewn first = sewn(shape, near);
    if (first.closed) return first.shape;
    const TopoDS_Shape again = by_parameters(label);
    if (again.IsNull()) return first.shape;
    const Sewn second = sewn(again, near);
    if (second.closed) return second.shape;
    const Sewn third = sewn(again, less_near);
    if (third.closed) return third.shape;
    return second.free_edges < first.free_edges ? second.shape : first.shape;
}

// The shape of the same label in the file read with parameter curves.
TopoDS_Shape IgesFaces::by_parameters(const TDF_Label& label) {
    if (!was_read_) {
        const ParameterCurvesOnly setting;
        by_parameters_ = read_again_();
        was_read_ = true;
    }
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    TDF_Label same;
    TDF_Tool::Label(by_parameters_->GetData(), entry, same);
    if (same.IsNull()) return {};
    const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(same);
    return shape.IsNull() ? shape : shape.Located(TopLoc_Location());
}

}  // namespace graze::importers
