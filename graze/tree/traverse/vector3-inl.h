// Three floats as one vector, for every instruction set.
#if defined(GRAZE_TREE_TRAVERSE_VECTOR3_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_TRAVERSE_VECTOR3_INL
#undef GRAZE_TREE_TRAVERSE_VECTOR3_INL
#else
#define GRAZE_TREE_TRAVERSE_VECTOR3_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// In memory there are four floats, aligned to 16 bytes; the last is 0.
#if HWY_TARGET == HWY_SCALAR

struct Vector3 {
    float v[3];

    static Vector3 load(const float* p) { return {{p[0], p[1], p[2]}}; }
    static Vector3 all(float s) { return {{s, s, s}}; }
    void store(float* p) const {
        for (int i = 0; i < 3; ++i) p[i] = v[i];
        p[3] = 0;
    }
    friend Vector3 operator+(const Vector3& a, const Vector3& b) {
        return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2]}};
    }
    friend Vector3 operator-(const Vector3& a, const Vector3& b) {
        return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
    }
    friend Vector3 operator*(const Vector3& a, const Vector3& b) {
        return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2]}};
    }
    Vector3 magnitude() const { return {{abs(v[0]), abs(v[1]), abs(v[2])}}; }
    Vector3 yzx() const { return {{v[1], v[2], v[0]}}; }
    Vector3 zxy() const { return {{v[2], v[0], v[1]}}; }
    bool any_above(const Vector3& b) const { return v[0] > b.v[0] || v[1] > b.v[1] || v[2] > b.v[2]; }

    static void transpose(Vector3 (&m)[3]) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < i; ++j) {
                const float t = m[i].v[j];
                m[i].v[j] = m[j].v[i];
                m[j].v[i] = t;
            }
        }
    }

  private:
    static float abs(float x) { return x < 0 ? -x : x; }
};

#else

struct Vector3 {
    using D = hn::FixedTag<float, 4>;
    hn::Vec<D> v;

    static HWY_INLINE Vector3 load(const float* p) { return {hn::Load(D(), p)}; }
    static HWY_INLINE Vector3 all(float s) { return {hn::Set(D(), s)}; }
    HWY_INLINE void store(float* p) const { hn::Store(v, D(), p); }
    friend HWY_INLINE Vector3 operator+(const Vector3& a, const Vector3& b) { return {hn::Add(a.v, b.v)}; }
    friend HWY_INLINE Vector3 operator-(const Vector3& a, const Vector3& b) { return {hn::Sub(a.v, b.v)}; }
    friend HWY_INLINE Vector3 operator*(const Vector3& a, const Vector3& b) { return {hn::Mul(a.v, b.v)}; }
    HWY_INLINE Vector3 magnitude() const { return {hn::Abs(v)}; }
    HWY_INLINE Vector3 yzx() const { return permuted(0x0f0e0d0c'03020100, 0x0b0a0908'07060504); }
    HWY_INLINE Vector3 zxy() const { return permuted(0x0f0e0d0c'07060504, 0x03020100'0b0a0908); }
    HWY_INLINE bool any_above(const Vector3& b) const { return !hn::AllFalse(D(), hn::Gt(v, b.v)); }

    static HWY_INLINE void transpose(Vector3 (&m)[3]) {
        const D d;
        const auto zero = hn::Zero(d);
        const auto low02 = hn::InterleaveLower(d, m[0].v, m[2].v),
                   low1 = hn::InterleaveLower(d, m[1].v, zero);
        const auto high02 = hn::InterleaveUpper(d, m[0].v, m[2].v),
                   high1 = hn::InterleaveUpper(d, m[1].v, zero);
        m[0].v = hn::InterleaveLower(d, low02, low1);
        m[1].v = hn::InterleaveUpper(d, low02, low1);
        m[2].v = hn::InterleaveLower(d, high02, high1);
    }

  private:
    // Permutes bytes by their numbers.
    HWY_INLINE Vector3 permuted(std::uint64_t upper, std::uint64_t lower) const {
        const hn::FixedTag<std::uint64_t, 2> d64;
        HWY_ALIGN const std::uint64_t numbers[2] = {lower, upper};
        const auto from = hn::BitCast(hn::Repartition<std::uint8_t, D>(), hn::Load(d64, numbers));
        return {
            hn::BitCast(D(), hn::TableLookupBytes(hn::BitCast(hn::Repartition<std::uint8_t, D>(), v), from))};
    }
};

#endif

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
