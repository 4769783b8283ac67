#include "graze/deform/separation/detail/separation_list.h"

#include <algorithm>

namespace graze::inline v1::detail {
namespace {

template <class Item>
Item taken_from(std::vector<Item>& heap) {
    std::pop_heap(heap.begin(), heap.end());
    const Item first = heap.back();
    heap.pop_back();
    return first;
}

}  // namespace

SeparationList::SeparationList(const Mesh& a, const Mesh* b, const PatternOptions& options)
    : first_(a, options) {
    if (b) other_.emplace(*b, options);
    // All rest: what is apart stays so.
    begin_all();
}

void SeparationList::begin_all() {
    for (ListSide* side : {&first_, other_ ? &*other_ : nullptr})
        if (side) side->fit_begins(), side->fit_ends();
    wakes_.clear();
    meetings_.clear();
    at_begin_ = true;
    if (pairs_.empty()) {
        pairs_.resize(1);
        set(0, certificate(pairs_[0]));
    } else {
        test_all_new();
    }
    at_begin_ = false;
    std::make_heap(wakes_.begin(), wakes_.end());
    std::make_heap(meetings_.begin(), meetings_.end());
}

void SeparationList::step_to(std::span<const Vec3> a, std::span<const Vec3> b) {
    first_.tree.step_to(a);
    if (other_) other_->tree.step_to(b);
    now_ = 0;
    ++counts_.steps;
    begin_all();
}

void SeparationList::wake(std::uint32_t pair, Tick until) {
    ListPair& p = pairs_[pair];
    ++p.stamp;
    if (until == never) return;
    wakes_.push_back({until, pair, p.stamp});
    if (!at_begin_) std::push_heap(wakes_.begin(), wakes_.end());
}

void SeparationList::set(std::uint32_t pair, const Certificate& c) {
    pairs_[pair].apart = c.apart;
    wake(pair, c.until);
    if (!c.apart) open(pair);
}

std::uint32_t SeparationList::new_block(std::uint8_t count) {
    std::vector<std::uint32_t>& free = free_[count];
    if (!free.empty()) {
        const std::uint32_t block = free.back();
        free.pop_back();
        return block;
    }
    const auto block = static_cast<std::uint32_t>(pairs_.size());
    pairs_.resize(pairs_.size() + count);
    return block;
}

// A pair that overlaps gets children, or is looked at closely.
void SeparationList::open(std::uint32_t pair) {
    const std::uint32_t p = pairs_[pair].a, q = pairs_[pair].b;
    const PatternNode &n = a().tree.pattern().nodes[p], &m = b().tree.pattern().nodes[q];
    if (n.is_leaf() && m.is_leaf()) {
        if (!other_ && p != q && !pairs_[pair].for_ever && share_vertex(pairs_[pair])) {
            pairs_[pair].for_ever = true;
            wake(pair, never);
        }
        test_features(pair);
        return;
    }
    struct Nodes {
        std::uint32_t a, b;
    };
    std::array<Nodes, 4> nodes;
    std::uint8_t count = 0;
    if (!other_ && p == q) {
        nodes = {{{p + 1, p + 1}, {p + 1, n.second}, {n.second, n.second}, {}}};
        count = 3;
    } else if (n.is_leaf()) {
        nodes = {{{p, q + 1}, {p, m.second}, {}, {}}};
        count = 2;
    } else if (m.is_leaf()) {
        nodes = {{{p + 1, q}, {n.second, q}, {}, {}}};
        count = 2;
    } else {
        nodes = {{{p + 1, q + 1}, {p + 1, m.second}, {n.second, q + 1}, {n.second, m.second}}};
        count = 4;
    }
    const std::uint32_t block = new_block(count);
    pairs_[pair].children = block;
    pairs_[pair].child_count = count;
    bool for_ever = false;
    for (std::uint32_t i = 0; i < count; ++i) {
        ListPair& child = pairs_[block + i];
        child = {.a = nodes[i].a, .b = nodes[i].b, .stamp = child.stamp, .test_stamp = child.test_stamp};
        set(block + i, certificate(child));
        for_ever = for_ever || pairs_[block + i].for_ever;
    }
    // A vertex that both have in common is known from leaves.
    if (for_ever && !pairs_[pair].for_ever) {
        pairs_[pair].for_ever = true;
        wake(pair, never);
    }
}

// The pair is apart now: all below goes.
void SeparationList::close(std::uint32_t pair) {
    drop(pair);
    pairs_[pair].apart = true;
}

void SeparationList::drop(std::uint32_t pair) {
    ListPair& p = pairs_[pair];
    ++p.stamp;
    ++p.test_stamp;
    if (p.has_met) forget_features(p);
    if (p.child_count == 0) return;
    for (std::uint32_t i = 0; i < p.child_count; ++i) drop(p.children + i);
    free_[p.child_count].push_back(p.children);
    p.children = 0;
    p.child_count = 0;
}

bool SeparationList::follow(std::uint32_t pair, const Certificate& c) {
    ListPair& p = pairs_[pair];
    if (p.apart == c.apart) {
        wake(pair, c.until);
        return false;
    }
    if (p.apart) {
        ++counts_.overlaps_began;
        set(pair, c);
    } else {
        ++(p.child_count == 0 ? counts_.leaves_ended : counts_.fathers_ended);
        close(pair);
        wake(pair, c.until);
    }
    return true;
}

void SeparationList::look_at(std::uint32_t pair) {
    if (!follow(pair, certificate(pairs_[pair]))) ++counts_.looks;
}

void SeparationList::review(std::uint32_t pair) {
    const ListPair p = pairs_[pair];
    if (!at_begin_ && a().touched[p.a] == 0 && b().touched[p.b] == 0) return;
    ++counts_.pairs_reviewed;
    if (follow(pair, certificate(p)) || p.apart) return;
    if (p.child_count == 0) return test_features(pair);
    for (std::uint32_t i = 0; i < p.child_count; ++i) review(p.children + i);
}

void SeparationList::advance(Tick now, const KineticSeparationList::Respond& respond) {
    const auto fly = [&](Tick tick) {
        first_.tree.advance(tick);
        if (other_) other_->tree.advance(tick);
        now_ = tick;
    };
    for (;;) {
        const Tick look = wakes_.empty() ? never : wakes_.front().tick,
                   meeting = meetings_.empty() ? never : meetings_.front().tick;
        if (std::min(look, meeting) > now) break;
        if (look > meeting) {
            const Meeting next = taken_from(meetings_);
            if (pairs_[next.pair].test_stamp != next.stamp) continue;
            fly(next.tick);
            deliver(next, respond);
            continue;
        }
        const Wake next = taken_from(wakes_);
        if (pairs_[next.pair].stamp != next.stamp) continue;
        fly(next.tick);
        look_at(next.pair);
    }
    fly(now);
}

void SeparationList::redirect(KineticSide s, VertexId v, const Vec3& to) {
    ListSide& side = s == KineticSide::b ? b() : a();
    ++counts_.redirections;
    side.tree.redirect(v, to, now_);
    side.turned.push_back(v);
    if (!delivering_) review_turned();
}

void SeparationList::review_turned() {
    if (first_.turned.empty() && (!other_ || other_->turned.empty())) return;
    first_.touch_turned();
    if (other_) other_->touch_turned();
    review(0);
    first_.forget_turned();
    if (other_) other_->forget_turned();
}

}  // namespace graze::inline v1::detail
