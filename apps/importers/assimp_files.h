// The files that Assimp may read: the content in memory, and other files that the library passes on.
#pragma once

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "stream_writer.h"

namespace graze::importers {

class AssimpFiles : public Assimp::IOSystem {
  public:
    AssimpFiles(const Task& task, StreamWriter& writer) : task_(task), writer_(writer) {}

    bool Exists(const char* file) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;
    bool CreateDirectory(const std::string&) override { return false; }
    bool ChangeDirectory(const std::string&) override { return false; }
    bool DeleteFile(const std::string&) override { return false; }

    // The first file that Assimp looked for and did not get from any folder, named without folders. Readers
    // also look for files that need not exist.
    std::string first_outside() const;  // empty if there is none
    std::uint64_t missing() const;

  private:
    const StreamWriter::Answer& ask(std::string name) const;
    std::set<std::string> had() const;  // without folders

    const Task& task_;
    StreamWriter& writer_;
    mutable std::map<std::string, StreamWriter::Answer> answers_;
    mutable std::vector<std::string> asked_;  // in this order, each once
};

}  // namespace graze::importers
