// graze-import-occt: STEP and IGES by Open CASCADE, with names, assembly structure and instances.
#include <IFSelect_ReturnStatus.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_ProgressIndicator.hxx>
#include <Message_ProgressScope.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <StepData_StepModel.hxx>
#include <StepShape_SolidModel.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDF_Label.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS_Compound.hxx>
#include <Transfer_Binder.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <algorithm>
#include <array>
#include <cstdio>
#include <istream>
#include <map>
#include <new>
#include <set>
#include <streambuf>
#include <utility>

#include "iges_faces.h"
#include "stream_writer.h"
#include "tessellate.h"

namespace graze::importers {
namespace {

// Open CASCADE converts all files to millimetres.
constexpr double metres_per_unit = 0.001;
constexpr double default_deflection = 0.1;

std::string to_utf8(const TCollection_ExtendedString& text) {
    std::string result(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
    Standard_PCharacter data = result.data();
    result.resize(static_cast<std::size_t>(text.ToUTF8CString(data)));
    return result;
}

std::string name_of(const TDF_Label& label) {
    Handle(TDataStd_Name) name;
    return label.FindAttribute(TDataStd_Name::GetID(), name) ? to_utf8(name->Get()) : std::string();
}

// Exporters give instances numbers, or names that only they understand.
bool is_telling(const std::string& instance) {
    if (instance.empty() || instance.starts_with("=>[")) return false;
    const std::string_view number =
        instance.starts_with("NAUO") ? std::string_view(instance).substr(4) : std::string_view(instance);
    return !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

Matrix matrix_of(const TopLoc_Location& location) {
    const gp_Trsf transformation = location.Transformation();
    Matrix m;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = transformation.Value(i + 1, j + 1);
    return m;
}

class Progress : public Message_ProgressIndicator {
  public:
    explicit Progress(StreamWriter& writer) : writer_(writer) {}

  private:
    void Show(const Message_ProgressScope&, const Standard_Boolean) override {
        const auto percent = static_cast<std::uint64_t>(std::clamp(GetPosition(), 0.0, 1.0) * 100);
        if (percent <= shown_) return;
        shown_ = percent;
        writer_.progress(percent, 100);
    }

    StreamWriter& writer_;
    std::uint64_t shown_ = 0;
};

class DocumentImport {
  public:
    // `iges` is null for STEP.
    DocumentImport(const Task& task, const Handle(TDocStd_Document) & document, IgesFaces* iges,
                   StreamWriter& writer)
        : task_(task),
          shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
          iges_(iges),
          writer_(writer) {}

    void run(const Message_ProgressRange& range) {
        TDF_LabelSequence free;
        shapes_->GetFreeShapes(free);
        if (free.IsEmpty()) throw ImportError{"holds no shapes", {}};
        Message_ProgressScope scope(range, "tessellating", free.Length());
        for (const TDF_Label& label : free) {
            add(label, name_of(label), no_node, matrix_of(XCAFDoc_ShapeTool::GetLocation(label)), 1);
            scope.Next();
        }
        writer_.skipped("faces that could not be tessellated", failed_faces_);
        writer_.skipped("shapes without faces", without_faces_);
    }

  private:
    // A name that no other node below this parent has: what comes again gets a number where it comes again,
    // not at the leaves below.
    std::string numbered(std::uint32_t parent, const std::string& name) {
        if (name.empty()) return name;
        std::string result = name;
        for (int number = 2; !taken_.emplace(parent, result).second; ++number)
            result = name + " (" + std::to_string(number) + ")";
        return result;
    }

    // A solid of a product, or the whole of it.
    struct Body {
        std::string name;
        std::uint32_t mesh;
    };

    void add(const TDF_Label& label, const std::string& name, std::uint32_t parent, const Matrix& world,
             std::uint32_t depth) {
        if (depth > detail::most_import_depth)
            throw ImportError{"its assemblies lie more than 1000 deep in one another", {}};
        if (XCAFDoc_ShapeTool::IsAssembly(label)) {
            const std::uint32_t node = writer_.node(parent, numbered(parent, name));
            TDF_LabelSequence components;
            XCAFDoc_ShapeTool::GetComponents(label, components);
            for (const TDF_Label& component : components) add_component(component, node, world, depth);
            return;
        }
        const std::vector<Body>& bodies = bodies_of(label);
        if (bodies.empty()) return;
        const std::uint32_t node = writer_.node(parent, numbered(parent, name));
        for (const Body& body : bodies)
            writer_.part(bodies.size() == 1 ? node : writer_.node(node, numbered(node, body.name)), body.mesh,
                         world);
    }

    void add_component(const TDF_Label& component, std::uint32_t node, const Matrix& world,
                       std::uint32_t depth) {
        TDF_Label product;
        if (!XCAFDoc_ShapeTool::GetReferredShape(component, product)) return;
        const std::string instance = name_of(component);
        add(product, is_telling(instance) ? instance : name_of(product), node,
            graze::importers::product(world, matrix_of(XCAFDoc_ShapeTool::GetLocation(component))),
            depth + 1);
    }

    // Tessellated once, however often it is used.
    const std::vector<Body>& bodies_of(const TDF_Label& label) {
        TCollection_AsciiString entry;
        TDF_Tool::Entry(label, entry);
        const auto [place, is_new] = bodies_.try_emplace(entry.ToCString());
        if (is_new) make_bodies(label, place->second);
        return place->second;
    }

    // Each solid is a body; what is not part of one is one together.
    void make_bodies(const TDF_Label& label, std::vector<Body>& bodies) {
        // Where the product itself is moved, the location is part of the matrix already.
        TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label).Located(TopLoc_Location());
        if (iges_) shape = iges_->joined(shape, label);
        int count = 0;
        for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next()) {
            std::string name = solid_name(label, solid.Current());
            ++count;
            if (name.empty()) name = "solid " + std::to_string(count);
            add_body(solid.Current(), std::move(name), bodies);
        }
        const TopoDS_Compound rest = faces_outside_solids(shape);
        if (rest.NbChildren() > 0) add_body(rest, "surfaces", bodies);
        if (bodies.empty()) ++without_faces_;
    }

    std::string solid_name(const TDF_Label& label, const TopoDS_Shape& solid) const {
        TDF_Label own;
        return shapes_->FindSubShape(label, solid, own) ? name_of(own) : std::string();
    }

    void add_body(const TopoDS_Shape& shape, std::string name, std::vector<Body>& bodies) {
        const Tessellated made =
            tessellate(shape, task_.deflection / metres_per_unit, task_.angle, default_deflection);
        failed_faces_ += made.failed_faces;
        if (!made.mesh.empty()) bodies.push_back({std::move(name), writer_.mesh(made.mesh)});
    }

    const Task& task_;
    Handle(XCAFDoc_ShapeTool) shapes_;
    IgesFaces* iges_;
    StreamWriter& writer_;
    std::map<std::string, std::vector<Body>> bodies_;
    std::set<std::pair<std::uint32_t, std::string>> taken_;  // names of nodes, with their parents
    std::uint64_t failed_faces_ = 0, without_faces_ = 0;
};

// Reads the content where it lies.
class MemoryBuffer : public std::streambuf {
  public:
    explicit MemoryBuffer(std::string_view content) {
        char* const start = const_cast<char*>(content.data());  // NOLINT: never written to
        setg(start, start, start + content.size());
    }
};

// The function of Open CASCADE that opens files for its IGES reader, which takes no stream, is replaced
// below.
std::string_view iges_content;  // NOLINT: there is no other way to it
constexpr const char* iges_name = "model.igs";

IFSelect_ReturnStatus read_content(STEPCAFControl_Reader& reader, std::string_view content) {
    MemoryBuffer buffer(content);
    std::istream stream(&buffer);
    return reader.ChangeReader().ReadStream("model.step", stream);
}

IFSelect_ReturnStatus read_content(IGESCAFControl_Reader& reader, std::string_view content) {
    iges_content = content;
    return reader.ReadFile(iges_name);
}

// STEPCAFControl_Reader and IGESCAFControl_Reader have the same functions and no common base.
template <typename Reader>
void read(Reader& reader, const std::string& what, const Task& task, Handle(TDocStd_Document) & document,
          const Message_ProgressRange& range) {
    reader.SetNameMode(Standard_True);
    reader.SetColorMode(Standard_False);
    reader.SetLayerMode(Standard_False);
    if (read_content(reader, task.content) != IFSelect_RetDone)
        throw ImportError{"is not a file that Open CASCADE reads as " + what, "check or re-export the file"};
    if (!reader.Transfer(document, range))
        throw ImportError{"holds no shape that Open CASCADE understands", "check or re-export the file"};
}

// What of a STEP file Open CASCADE leaves out without a word.
struct LeftOut {
    std::uint64_t broken_lines = 0, solids = 0;
};

LeftOut left_out(const STEPCAFControl_Reader& reader) {
    LeftOut result;
    const Handle(StepData_StepModel) model = reader.Reader().StepModel();
    const Handle(Transfer_TransientProcess) made = reader.Reader().WS()->TransferReader()->TransientProcess();
    for (int i = 1; i <= model->NbEntities(); ++i) {
        if (model->IsErrorEntity(i)) ++result.broken_lines;
        const Handle(Standard_Transient) entity = model->Value(i);
        if (!entity->IsKind(STANDARD_TYPE(StepShape_SolidModel))) continue;
        const Handle(Transfer_Binder) binder = made->Find(entity);
        if (binder.IsNull() || !binder->HasResult()) ++result.solids;
    }
    return result;
}

struct ReadDocument {
    Handle(TDocStd_Document) document;
    LeftOut left_out;
    std::uint64_t other_files = 0;  // that it refers to and that are not read
    double unit = metres_per_unit;  // that the file states; Open CASCADE converts it
};

// Metres in a unit by the name that a file gives it; that of the coordinates for names that are not known.
double metres_in(std::string name) {
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    constexpr std::array<std::pair<std::string_view, double>, 14> known{{{"millimetre", 1e-3},
                                                                         {"millimeter", 1e-3},
                                                                         {"mm", 1e-3},
                                                                         {"centimetre", 1e-2},
                                                                         {"centimeter", 1e-2},
                                                                         {"cm", 1e-2},
                                                                         {"metre", 1},
                                                                         {"meter", 1},
                                                                         {"m", 1},
                                                                         {"inch", 0.0254},
                                                                         {"in", 0.0254},
                                                                         {"foot", 0.3048},
                                                                         {"feet", 0.3048},
                                                                         {"ft", 0.3048}}};
    for (const auto& [word, metres] : known)
        if (name == word) return metres;
    return metres_per_unit;
}

ReadDocument read_document(const Task& task, const Message_ProgressRange& range) {
    ReadDocument result;
    Handle(TDocStd_Document)& document = result.document;
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
    if (task.kind == "iges") {
        IGESCAFControl_Reader reader;
        read(reader, "IGES", task, document, range);
        if (const auto name = reader.IGESModel()->GlobalSection().UnitName(); !name.IsNull())
            result.unit = metres_in(name->ToCString());
    } else {
        STEPCAFControl_Reader reader;
        Interface_Static::SetIVal("read.stepcaf.subshapes.name", 1);
        reader.SetGDTMode(Standard_False);
        reader.SetMatMode(Standard_False);
        reader.SetViewMode(Standard_False);
        read(reader, "STEP", task, document, range);
        result.left_out = left_out(reader);
        result.other_files = static_cast<std::uint64_t>(reader.ExternFiles().Extent());
        TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
        reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
        if (!lengths.IsEmpty()) result.unit = metres_in(lengths.First().ToCString());
    }
    return result;
}

void import_document(const Task& task, StreamWriter& writer) {
    const Handle(Progress) progress = new Progress(writer);
    Message_ProgressScope scope(progress->Start(), "importing", 2);
    const ReadDocument read = read_document(task, scope.Next());
    if (read.unit != metres_per_unit) writer.unit(read.unit);
    writer.header(task.kind, false, metres_per_unit, ImportUp::unknown);
    writer.skipped("other files that it refers to", read.other_files);
    writer.skipped("lines with errors", read.left_out.broken_lines);
    writer.skipped("solids that Open CASCADE cannot make, or that are in no product", read.left_out.solids);
    IgesFaces iges([&] { return read_document(task, Message_ProgressRange()).document; });
    DocumentImport(task, read.document, task.kind == "iges" ? &iges : nullptr, writer).run(scope.Next());
}

void import(const Task& task, StreamWriter& writer) {
    Message::DefaultMessenger()->ChangePrinters().Clear();
    try {
        import_document(task, writer);
    } catch (const Standard_OutOfMemory&) {
        throw std::bad_alloc();
    } catch (const Standard_Failure& e) {
        throw ImportError{std::string("Open CASCADE cannot read it: ") + e.GetMessageString(), {}};
    }
}

}  // namespace
}  // namespace graze::importers

// In place of that in TKernel: here, no file can be opened.
extern "C" FILE* OSD_OpenFile(const char* name, const char*) {
    using graze::importers::iges_content;
    if (std::string_view(name) != graze::importers::iges_name || iges_content.empty()) return nullptr;
    return ::fmemopen(const_cast<char*>(iges_content.data()), iges_content.size(), "r");  // NOLINT
}

int main(int argc, char** argv) {
    return graze::importers::run(argc, argv, graze::importers::import);
}
