// Writes STEP and IGES files to test with, by Open CASCADE: make-cad-files FOLDER
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_GTransform.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax1.hxx>
#include <gp_GTrsf.hxx>
#include <gp_Trsf.hxx>
#include <numbers>
#include <string>

namespace {

class Document {
  public:
    Document() {
        XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document_);
        shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
        XCAFDoc_ShapeTool::SetAutoNaming(Standard_False);
    }

    TDF_Label product(const TopoDS_Shape& shape, const char* name) {
        return named(shapes_->AddShape(shape, Standard_False), name);
    }
    TDF_Label assembly(const char* name) { return named(shapes_->NewShape(), name); }
    void place(const TDF_Label& assembly, const TDF_Label& product, const gp_Trsf& at,
               const char* instance = nullptr) {
        const TDF_Label component = shapes_->AddComponent(assembly, product, TopLoc_Location(at));
        if (instance) named(component, instance);
    }

    bool save_step(const std::string& file) {
        shapes_->UpdateAssemblies();
        STEPCAFControl_Writer writer;
        return writer.Transfer(document_) && writer.Write(file.c_str()) == IFSelect_RetDone;
    }
    bool save_iges(const std::string& file) {
        IGESCAFControl_Writer writer;
        return writer.Transfer(document_) && writer.Write(file.c_str());
    }

  private:
    static TDF_Label named(const TDF_Label& label, const char* name) {
        TDataStd_Name::Set(label, TCollection_ExtendedString(name, Standard_True));
        return label;
    }

    Handle(TDocStd_Document) document_;
    Handle(XCAFDoc_ShapeTool) shapes_;
};

TopoDS_Shape rounded_box() {
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(40, 30, 20).Shape();
    BRepFilletAPI_MakeFillet fillet(box);
    for (TopExp_Explorer edge(box, TopAbs_EDGE); edge.More(); edge.Next())
        fillet.Add(3, TopoDS::Edge(edge.Current()));
    return fillet.Shape();
}

TopoDS_Shape drilled_box(const gp_Dir& direction) {
    const TopoDS_Shape drill = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(20, 15, -1), direction), 6, 30).Shape();
    return BRepAlgoAPI_Cut(BRepPrimAPI_MakeBox(40, 30, 20).Shape(), drill).Shape();
}

gp_Trsf moved(double x, double y, double z) {
    gp_Trsf t;
    t.SetTranslation(gp_Vec(x, y, z));
    return t;
}

gp_Trsf quarter_turn(double x, double y, double z) {
    gp_Trsf turn;
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), std::numbers::pi / 2);
    return moved(x, y, z) * turn;
}

// The same solid with B-splines for all its surfaces, as many programs write it.
TopoDS_Shape as_splines(const TopoDS_Shape& shape) {
    return BRepBuilderAPI_NurbsConvert(shape, Standard_True).Shape();
}

void add_products(Document& shapes, const gp_Dir& drill, bool splines = false) {
    const auto add = [&](const TopoDS_Shape& shape, const char* name) {
        shapes.product(splines ? as_splines(shape) : shape, name);
    };
    add(rounded_box(), "rounded box");
    add(drilled_box(drill), "drilled box");
    add(BRepPrimAPI_MakeCylinder(5, 20).Shape(), "cylinder");
    add(BRepPrimAPI_MakeSphere(10).Shape(), "sphere");
    add(BRepPrimAPI_MakeTorus(20, 5).Shape(), "torus");
    add(BRepPrimAPI_MakeCone(5, 0, 10).Shape(), "cone");
}

// Off by less than a micrometre.
TopoDS_Shape hardly_elliptical_cylinder() {
    gp_GTrsf wider;
    wider.SetValue(1, 1, 1 + 1e-4);
    return BRepBuilderAPI_GTransform(BRepPrimAPI_MakeCylinder(5, 20).Shape(), wider, Standard_True).Shape();
}

bool make_products(const std::string& folder) {
    Document step, iges, splines;
    add_products(step, gp_Dir(0.2, 0.1, 1));
    add_products(iges, gp_Dir(0.2, 0.1, 1));
    add_products(splines, gp_Dir(0.2, 0.1, 1), true);
    splines.product(hardly_elliptical_cylinder(), "elliptical");
    return step.save_step(folder + "/products.step") && iges.save_iges(folder + "/products.iges") &&
           splines.save_step(folder + "/splines.step");
}

bool make_box(const std::string& folder) {
    Document box;
    box.product(BRepPrimAPI_MakeBox(gp_Pnt(1, 2, 3), 10, 20, 30).Shape(), "Würfel / 1");
    if (!box.save_step(folder + "/box.STP") || !box.save_iges(folder + "/box.igs")) return false;
    Interface_Static::SetCVal("write.step.unit", "INCH");
    const bool made = box.save_step(folder + "/box in inches.step");
    Interface_Static::SetCVal("write.step.unit", "MM");
    return made;
}

bool make_assembly(const std::string& folder) {
    Document engine;
    const TDF_Label bolt = engine.product(BRepPrimAPI_MakeCylinder(2, 10).Shape(), "bolt");
    const TDF_Label plate = engine.product(BRepPrimAPI_MakeBox(100, 50, 5).Shape(), "plate");
    const TDF_Label pair = engine.assembly("pair");
    engine.place(pair, bolt, moved(0, 0, 0));
    engine.place(pair, bolt, moved(20, 0, 0));
    const TDF_Label whole = engine.assembly("engine");
    engine.place(whole, plate, moved(0, 0, 0), "base");
    engine.place(whole, pair, moved(10, 10, 5));
    engine.place(whole, pair, quarter_turn(60, 10, 5));
    return engine.save_step(folder + "/engine.step");
}

bool make_bodies(const std::string& folder) {
    TopoDS_Compound both;
    BRep_Builder builder;
    builder.MakeCompound(both);
    builder.Add(both, BRepPrimAPI_MakeBox(10, 10, 10).Shape());
    builder.Add(both, BRepPrimAPI_MakeBox(gp_Pnt(20, 0, 0), 10, 10, 10).Shape());
    Document document;
    document.product(both, "both");
    if (!document.save_step(folder + "/bodies.step")) return false;
    Document open;
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(10, 10, 10).Shape();
    TopExp_Explorer faces(box, TopAbs_FACE);
    open.product(faces.Current(), "face");
    return open.save_step(folder + "/face.step");
}

// A block with a bore, or with a cut of another shape, and what is put into it.
TopoDS_Shape cut_block(const TopoDS_Shape& tool) {
    return BRepAlgoAPI_Cut(BRepPrimAPI_MakeBox(gp_Pnt(-20, -20, -10), 40, 40, 20).Shape(), tool).Shape();
}

bool save_fit(const std::string& file, const TopoDS_Shape& block, const TopoDS_Shape& other,
              const gp_Trsf& at = {}) {
    Document document;
    const TDF_Label a = document.product(block, "block"), b = document.product(other, "other");
    const TDF_Label whole = document.assembly("fit");
    document.place(whole, a, moved(0, 0, 0));
    document.place(whole, b, at);
    return document.save_step(file);
}

TopoDS_Shape pin(double radius, double from, double to) {
    return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, from), gp_Dir(0, 0, 1)), radius, to - from).Shape();
}

TopoDS_Shape cone(double smaller) {
    return BRepPrimAPI_MakeCone(gp_Ax2(gp_Pnt(0, 0, -10), gp_Dir(0, 0, 1)), 8 - smaller, 12 - smaller, 20)
        .Shape();
}

gp_Trsf turned(double angle) {
    gp_Trsf turn;
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), angle);
    return turn;
}

// Convex faces that meet in a point or along a line, where there may be no vertex.
bool save_tangents(const std::string& folder, const std::string& number, double by) {
    const auto ball = [](double x, double y, double z, double radius) {
        return BRepPrimAPI_MakeSphere(gp_Pnt(x, y, z), radius).Shape();
    };
    const auto roll = [](double x, double y, double z, const gp_Dir& axis, double radius) {
        return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(x, y, z), axis), radius, 30).Shape();
    };
    // Without what is below: a flat of 0.02 mm where there would be contact.
    const auto flattened = [](const TopoDS_Shape& shape, double below) {
        const TopoDS_Shape rest = BRepPrimAPI_MakeBox(gp_Pnt(-40, -40, below - 10), 80, 80, 10.02).Shape();
        return BRepAlgoAPI_Cut(shape, rest).Shape();
    };
    const TopoDS_Shape block = cut_block(pin(3, -20, 20));
    const TopoDS_Shape lying = roll(-15, 0, 0, gp_Dir(1, 0, 0), 4);
    const double slanted = 3.5 / std::sqrt(1.0 + 4.0 + 9.0);
    return save_fit(folder + "/resting ball " + number, block, ball(9.1, 7.3, 14 - by, 4)) &&
           save_fit(folder + "/two balls " + number, ball(0, 0, 0, 4),
                    ball(slanted * 2, slanted * 4, slanted * 6, 3 + by)) &&
           save_fit(folder + "/ball on roll " + number, lying, ball(3.3, 5.6, 4.2, 3 + by)) &&
           save_fit(folder + "/two rolls " + number, lying, roll(-20, 5.6, 4.2, gp_Dir(1, 0, 0), 3 + by)) &&
           save_fit(folder + "/crossing rolls " + number, lying, roll(-6, -8, 7 - by, gp_Dir(3, 4, 0), 3)) &&
           // Where the ball would touch, the block has its bore.
           save_fit(folder + "/ball above bore " + number, block, ball(0, 0, 11 - by, 1)) &&
           save_fit(folder + "/flat ball " + number, block, flattened(ball(9.1, 7.3, 14 - by, 4), 10 - by)) &&
           save_fit(folder + "/flat roll " + number, block,
                    flattened(roll(-15, 10, 14 - by, gp_Dir(1, 0, 0), 4), 10 - by));
}

// Fits with and without play. The names say by how much the inner part is larger than the outer one, in
// micrometres of radius.
bool make_fits(const std::string& folder) {
    const TopoDS_Shape bored = cut_block(pin(10, -20, 20));
    const TopoDS_Shape conical = cut_block(cone(0));
    const TopoDS_Shape socket = cut_block(BRepPrimAPI_MakeSphere(8).Shape());
    const TopoDS_Shape bored_splines = as_splines(bored), conical_splines = as_splines(conical),
                       socket_splines = as_splines(socket);
    bool made = true;
    for (const int larger : {-10, 0, 10}) {
        const double by = larger / 1000.0;
        const std::string number = std::to_string(larger) + ".step";
        made = made && save_fit(folder + "/pin " + number, bored, pin(10 + by, -15, 15), turned(0.1));
        made = made && save_fit(folder + "/short pin " + number, bored, pin(10 + by, -5, 5), turned(0.1));
        made = made && save_fit(folder + "/cone " + number, conical, cone(-by), turned(0.1));
        made = made && save_fit(folder + "/ball " + number, socket, BRepPrimAPI_MakeSphere(8 + by).Shape(),
                                turned(0.1));
        const auto save_splines = [&](const std::string& name, const TopoDS_Shape& block,
                                      const TopoDS_Shape& other) {
            made =
                made && save_fit(folder + "/spline " + name + number, block, as_splines(other), turned(0.1));
        };
        save_splines("pin ", bored_splines, pin(10 + by, -15, 15));
        save_splines("cone ", conical_splines, cone(-by));
        save_splines("ball ", socket_splines, BRepPrimAPI_MakeSphere(8 + by).Shape());
        // A disk on the block: planes face each other, and the rim is curved.
        made = made && save_fit(folder + "/disk " + number, cut_block(pin(3, -20, 20)), pin(9, 10 - by, 14));
        made =
            made &&
            save_fit(
                folder + "/roll " + number, cut_block(pin(3, -20, 20)),
                BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(-15, 10, 15 - by), gp_Dir(1, 0, 0)), 5, 30).Shape());
        made = made && save_tangents(folder, number, by);
    }
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    Message::DefaultMessenger()->ChangePrinters().Clear();
    STEPCAFControl_Writer writer_that_sets_up_the_parameters;
    const std::string folder = argv[1];
    return make_products(folder) && make_box(folder) && make_assembly(folder) && make_bodies(folder) &&
                   make_fits(folder)
               ? 0
               : 1;
}
