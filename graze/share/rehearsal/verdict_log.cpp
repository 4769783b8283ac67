#include "graze/share/rehearsal/verdict_log.h"

#include <cstdio>
#include <initializer_list>
#include <string_view>

namespace graze::inline v1 {
namespace {

class JsonLine {
  public:
    explicit JsonLine(const PeerId& replica) {
        text_ = "{\"replica\":";
        numbers({replica.number, replica.session});
    }

    void name(std::string_view name) {
        text_ += ",\"";
        text_ += name;
        text_ += "\":";
    }
    void add(const SharedId& id) { numbers({id.creator.number, id.creator.session, id.number}); }
    void add(const Ownership& o) { numbers({o.owner.number, o.owner.session, o.epoch}); }
    void add(bool b) { text_ += b ? "true" : "false"; }
    void add(std::uint32_t n) { text_ += std::to_string(n); }
    void add(double v) {
        char buffer[40];
        std::snprintf(buffer, sizeof buffer, "\"%a\"", v);
        text_ += buffer;
    }
    void add(const Vec3& v) {
        text_ += '[';
        add(v.x), text_ += ',';
        add(v.y), text_ += ',';
        add(v.z), text_ += ']';
    }
    void add(const JudgedMotion& m) {
        text_ += '[';
        add(m.position), text_ += ',';
        add(m.velocity), text_ += ']';
    }
    template <class Thing>
    void two(const Thing& a, const Thing& b) {
        text_ += '[';
        add(a), text_ += ',';
        add(b), text_ += ']';
    }
    std::string finished() {
        text_ += "}\n";
        return std::move(text_);
    }

  private:
    void numbers(std::initializer_list<std::uint32_t> all) {
        char before = '[';
        for (const std::uint32_t n : all) {
            text_ += before;
            add(n);
            before = ',';
        }
        text_ += ']';
    }
    std::string text_;
};

}  // namespace

std::string verdict_line(const PeerId& replica, const VerdictApplied& applied) {
    const Verdict& v = applied.verdict;
    JsonLine line(replica);
    line.name("pair"), line.two(v.pair.a, v.pair.b);
    line.name("owners"), line.two(v.owner_a, v.owner_b);
    line.name("episode"), line.add(v.episode);
    line.name("time"), line.add(v.time);
    line.name("normal"), line.add(v.normal);
    line.name("a_keeps_place"), line.add(v.a_keeps_place);
    line.name("motions"), line.two(v.a, v.b);
    line.name("counts"), line.add(applied.counts);
    return line.finished();
}

std::string end_of_log(const PeerId& replica, bool complete) {
    JsonLine line(replica);
    line.name("end"), line.add(true);
    line.name("complete"), line.add(complete);
    return line.finished();
}

}  // namespace graze::inline v1
