#include "stream_writer.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>

#include "graze/io/import/detail/import_sandbox.h"

namespace graze::importers {
namespace {

using detail::ImportTag;

constexpr std::size_t buffer_size = 1 << 16;

// Moves the stream to a descriptor of its own. Whatever libraries print to standard output is discarded.
int take_standard_output() {
    const int stream = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, detail::import_answers + 1);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (stream < 0 || nowhere < 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) std::_Exit(2);
    ::close(nowhere);
    return stream;
}

// Reads what the library sends. If the library is gone, the program ends.
void receive(void* into, std::size_t size) {
    char* to = static_cast<char*>(into);
    while (size > 0) {
        const ssize_t n = ::read(detail::import_answers, to, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) std::_Exit(2);
        to += n;
        size -= static_cast<std::size_t>(n);
    }
}

// Reads the whole file from standard input. A file larger than the address space does not fit into memory
// either.
std::string_view mapped_input() {
    const off_t size = ::lseek(STDIN_FILENO, 0, SEEK_END);
    if (size <= 0) std::_Exit(2);
    void* const start =
        ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
    if (start == MAP_FAILED) std::_Exit(detail::import_out_of_memory);
    return {static_cast<const char*>(start), static_cast<std::size_t>(size)};
}

bool to_number(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0;
}

// Cut at the longest, but never within a character of UTF-8.
std::string_view shortened(std::string_view text) {
    if (text.size() <= detail::most_import_string) return text;
    std::size_t size = detail::most_import_string;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
    return text.substr(0, size);
}

}  // namespace

Matrix product(const Matrix& outer, const Matrix& inner) {
    Matrix m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            m[i][j] = outer[i][0] * inner[0][j] + outer[i][1] * inner[1][j] + outer[i][2] * inner[2][j] +
                      (j == 3 ? outer[i][3] : 0);
    return m;
}

StreamWriter::StreamWriter(int descriptor) : descriptor_(descriptor) {
    buffer_.reserve(buffer_size);
    put_bytes(detail::import_magic.data(), detail::import_magic.size());
    put(detail::import_version);
}

void StreamWriter::unit(double metres) {
    put(ImportTag::unit);
    put(metres);
}

void StreamWriter::header(std::string_view format, bool single_precision, double metres_per_unit,
                          ImportUp up) {
    put(ImportTag::header);
    put_string(format);
    put(static_cast<std::uint8_t>(single_precision));
    put(metres_per_unit);
    put(up);
}

void StreamWriter::progress(std::uint64_t done, std::uint64_t total) {
    put(ImportTag::progress);
    put(done);
    put(total);
    flush();
}

std::uint32_t StreamWriter::mesh(const Mesh& mesh) {
    put(ImportTag::mesh);
    put(std::uint64_t{mesh.vertices.size()});
    put(std::uint64_t{mesh.corners.size()});
    put(std::uint64_t{mesh.corner_counts.size()});
    put(std::uint64_t{mesh.faces.size()});
    put_array(std::span(mesh.vertices));
    put_array(std::span(mesh.corners));
    put_array(std::span(mesh.corner_counts));
    for (const Face& face : mesh.faces) put_face(face);
    if (!mesh.faces.empty()) put_array(std::span(mesh.face_of_triangle));
    return meshes_++;
}

void StreamWriter::put_face(const Face& face) {
    put(face.kind);
    put(static_cast<std::uint8_t>(face.concave));
    for (const double number : {face.outward, face.inward, face.tolerance}) put(number);
    put(face.point);
    put(face.axis);
    put(face.radius);
    put(face.slope);
}

std::uint32_t StreamWriter::node(std::uint32_t parent, std::string_view name) {
    put(ImportTag::node);
    put(parent);
    put_string(name);
    return nodes_++;
}

void StreamWriter::part(std::uint32_t node, std::uint32_t mesh, const Matrix& world_from_part) {
    put(ImportTag::part);
    put(node);
    put(mesh);
    put(world_from_part);
}

void StreamWriter::attribute(std::string_view name, std::string_view value) {
    put(ImportTag::attribute);
    put_string(name);
    put_string(value);
}

void StreamWriter::skipped(std::string_view what, std::uint64_t count) {
    if (count == 0) return;
    put(ImportTag::skipped);
    put_string(what);
    put(count);
}

void StreamWriter::error(const ImportError& error) {
    put(ImportTag::error);
    put_string(error.problem);
    put_string(error.mend);
    flush();
}

void StreamWriter::end() {
    put(ImportTag::end);
    flush();
}

StreamWriter::Answer StreamWriter::ask_for_file(std::string_view name) {
    put(ImportTag::file);
    put_string(name);
    flush();
    Answer answer;
    receive(&answer.kind, sizeof answer.kind);
    if (answer.kind == detail::ImportAnswer::given) {
        std::uint64_t size = 0;
        receive(&size, sizeof size);
        answer.content.resize(size);
        receive(answer.content.data(), answer.content.size());
    }
    return answer;
}

void StreamWriter::put_string(std::string_view text) {
    text = shortened(text);
    put(static_cast<std::uint32_t>(text.size()));
    put_bytes(text.data(), text.size());
}

void StreamWriter::put_bytes(const void* data, std::size_t size) {
    const char* from = static_cast<const char*>(data);
    while (size > 0) {
        if (buffer_.size() == buffer_size) flush();
        const std::size_t n = std::min(size, buffer_size - buffer_.size());
        buffer_.insert(buffer_.end(), from, from + n);
        from += n;
        size -= n;
    }
}

void StreamWriter::flush() {
    std::size_t done = 0;
    while (done < buffer_.size()) {
        const ssize_t n = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) std::_Exit(2);
        done += static_cast<std::size_t>(n);
    }
    buffer_.clear();
}

int run(int argc, char** argv, void (*import)(const Task& task, StreamWriter& writer)) {
#if defined(__linux__)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the program ends with the library that started it
#endif
    Task task;
    double seccomp = 0, landlock = 0;
    if (argc != 7 || !to_number(argv[2], task.deflection) || !to_number(argv[3], task.angle) ||
        !to_number(argv[5], seccomp) || !to_number(argv[6], landlock)) {
        std::cerr << "This program is for graze to call: graze info FILE\n";
        return 2;
    }
    task.kind = argv[1];
    task.file = argv[4];
    StreamWriter writer(take_standard_output());
    if (!detail::enter_import_sandbox({seccomp != 0, static_cast<int>(std::min(landlock, 1000.0))})) {
        writer.error({"is not read, for the sandbox of the importer cannot be entered",
                      "see what graze --version says of importers, and run it where that is allowed"});
        std::_Exit(0);
    }
    char start = 0;
    receive(&start, 1);
    task.content = mapped_input();
    try {
        import(task, writer);
        writer.end();
    } catch (const ImportError& e) {
        writer.error(e);
    } catch (const std::bad_alloc&) {
        std::_Exit(detail::import_out_of_memory);
    } catch (const std::exception& e) {
        writer.error({std::string("cannot be imported: ") + e.what(), {}});
    }
    // Without destructors: those of libraries may take long, and their data may be broken.
    std::_Exit(0);
}

}  // namespace graze::importers
