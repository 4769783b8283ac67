// A scene of hands and things: what Grasping keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/interact/hand/detail/body_pairs.h"
#include "graze/interact/hand/grasping.h"
#include "graze/interact/sliding/slider.h"

namespace graze::inline v1 {

class Grasping::State {
  public:
    struct Holding {
        std::size_t thing = 0;
        Attachment attachment;  // to the palm
    };

    struct Thing {
        bool movable = true;
        Vec3 speed;                            // of the fall, in lengths per frame
        std::optional<std::size_t> lies_on{};  // the body that it fell on
        double lain_since = 0;                 // how far that body had gone
        Pose before{};
    };

    struct Hand {
        explicit Hand(HandModel m) : model(std::move(m)) {}

        HandModel model;
        std::size_t number = 0, first_body = 0;
        HandState state = HandState::waiting;
        // In the world: of the shown hand, of the tracked hand, and what is wanted in this frame.
        Pose palm, target_palm, goal_palm;
        FlexVector flex{}, target{}, goal{};
        double tracked_way = 0, tracked_turn = 0;  // in this frame: the most of a point, the most of a joint
        bool seen = false;                         // the tracker has said where the hand is
        std::vector<Holding> holds;
        std::vector<HandTouch> touches;
        std::array<bool, hand_link_count> pressed{};  // by bending, in this frame
        std::array<bool, hand_joint_count> fixed{};
        // Joints that things which the hand holds keep where they are, and which links these things touch
        // then, as bits. True until the finger moves or another thing is held: what is held does not move in
        // the hand.
        struct Kept {
            int sign = 0;  // 0: nothing is known
            std::uint32_t links = 0;
        };
        std::array<Kept, hand_joint_count> kept{};
        std::vector<std::size_t> nearby;  // bodies of things that the hand may meet in this frame
        HandFrame frame;
        // What it was before this frame.
        Pose palm_before;
        FlexVector flex_before{};
        // The slider, as long as nothing but its part moves.
        std::optional<Slider> slider;
        std::vector<std::size_t> slider_bodies;
        std::vector<Pose> slider_poses, slider_links;
    };

    // Hands that hold the same things move as one.
    struct Cluster {
        std::vector<std::size_t> hands;  // ascending
    };

    State(std::vector<GraspObject> objects, const GraspingOptions& options);

    std::size_t add_hand(HandModel model, const Pose& root, const FlexVector& flex);
    void step(std::span<const TrackedHand> tracked);
    bool move(std::size_t object, const Pose& pose);

    std::size_t hand_count() const { return hands_.size(); }
    std::size_t object_count() const { return things_.size(); }
    const HandFrame& frame(std::size_t hand) const;
    const HandModel& model(std::size_t hand) const;
    const Shape& shape(std::size_t object) const { return pairs_[body_of(object)].shape; }
    const Pose& pose(std::size_t object) const { return pairs_[body_of(object)].pose; }
    bool held(std::size_t object) const;
    double gap() const { return pairs_.gap(); }

    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

  private:
    std::size_t body_of(std::size_t object) const { return object; }
    std::size_t body_of(const Hand& hand, std::size_t link) const;
    bool is_thing(std::size_t body) const { return body < things_.size(); }
    const Hand* hand_of(std::size_t body) const;

    // The frame, in order.
    void take(Hand& hand, const TrackedHand& tracked);
    void keep();
    void restore();
    void find_clusters();
    void carry_freely(Hand& hand);
    bool is_free(const Hand& hand, Meter& meter);
    void fall(Meter& meter);
    void list_nearby(Hand& hand);
    void look_at_touches(Hand& hand, Meter& meter);
    void hold_and_release(Hand& hand);
    bool certainly_free();
    void show(Hand& hand);

    // Motions.
    std::uint32_t rounds() const;
    void move_cluster(const Cluster& cluster, double part, Meter& meter);
    Pose wanted(const Cluster& cluster) const;  // by how much the cluster should move
    void list_moves(const Cluster& cluster, const Pose& by);
    void place(const Cluster& cluster, const Pose& by);
    bool push(const Pose& by, Meter& meter);
    void slide(const Cluster& cluster, const Pose& by, Meter& meter);
    bool push_thing(std::size_t thing, const Vec3& way, Meter& meter);
    void bend(Hand& hand, double part, Meter& meter);
    void bend_joint(Hand& hand, std::size_t joint, double by, Meter& meter);
    double turn(Hand& hand, std::size_t joint, double by, const HandModel::Axis& axis, Meter& meter);
    bool push_by_bending(double angle, const HandModel::Axis& axis, Meter& meter);
    void fix(Hand& hand, std::size_t joint, double by, std::uint32_t links);
    bool grips(const Hand& hand, std::size_t finger) const;
    bool stays(const Hand& hand, std::size_t joint, double by) const;
    void place_links(Hand& hand, double travel);
    bool moves_with(const Cluster& cluster, std::size_t body) const;

    GraspingOptions options_;
    detail::BodyPairs pairs_;  // the things first, then 16 links for each hand
    std::vector<Thing> things_;
    std::vector<std::unique_ptr<Hand>> hands_;
    std::vector<Cluster> clusters_;
    std::size_t cluster_count_ = 0;  // the others are spare
    std::vector<std::size_t> all_things_, everything_;
    std::vector<detail::BodyMove> moves_;
    std::vector<detail::Blocker> blockers_;
    std::vector<LinkTouch> link_touches_;
    bool gap_is_given_ = false;
    double catch_up_ = 0;  // once there is a hand
};

}  // namespace graze::inline v1
