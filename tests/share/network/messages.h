// One message of each kind, with values that differ.
#pragma once

#include <vector>

#include "graze/share/network/message.h"

namespace graze::test {

inline MovingState some_state(double t) {
    MovingState s;
    s.time = t;
    s.position = {1.25, -2.5, t};
    s.rotation = {0.5, 0.5, -0.5, 0.5};
    s.velocity = {0.5, 0.25, -8};
    s.acceleration = {0, 0, -10};
    s.angular_velocity = {0, 1, 0};
    return s;
}

inline std::vector<Record> some_records() {
    const PeerId one{1, 4}, two{2, 1};
    const SharedId ball{one, 1}, hand{two, 3};
    Verdict verdict;
    verdict.pair = {ball, hand};
    verdict.owner_a = {one, 2}, verdict.owner_b = {two, 1};
    verdict.episode = 7, verdict.time = 0.125, verdict.normal = {0, 0, 1}, verdict.a_keeps_place = false;
    verdict.a = {{1, 2, 3}, {4, 5, 6}}, verdict.b = {{7, 8, 9}, {-1, -2, -3}};
    return {{one, 1, CreatedRecord{ball, one, "ball", {5, 6}, 12, some_state(1)}},
            {one, 2, OwnedRecord{ball, one, {two, 2}}},
            {two, 9, RemovedRecord{ball, 2}},
            {two, 10, LaunchedRecord{ball, 2, some_state(2)}},
            {one, 11, verdict}};
}

inline std::vector<Message> some_messages() {
    const PeerId from{3, 2};
    StatusMessage status;
    status.echo_sent = 4.5, status.echo_age = 0.25, status.wants_copy = true;
    status.interest = {{{-1, -2, -3}, {4, 5, 6}}, 3};
    status.view = {{1, 2, 3}, {0, 0, -1}, 0.5};
    status.known = {{{1, 1}, 17, 1}, {{2, 5}, 0, 0}};
    MovingState plain;
    plain.time = 10;
    plain.velocity = {1, 0, 0};
    MotionMessage motion{{{{{1, 1}, 1}, 1, some_state(9.5)}, {{{2, 1}, 4}, 3, plain}}};
    BlobPiece piece{{1, 2}, 100, 40, std::vector<std::byte>(60, std::byte{9})};
    std::vector<Message> all;
    for (const MessageContent& content :
         std::vector<MessageContent>{status, motion, RecordsMessage{some_records()}, BlobRequest{{1, 2}, 77},
                                     piece, CopyOffer{{3, 4}, 5}, GrabRequest{{{1, 1}, 2}, 3}, Goodbye{}})
        all.push_back({from, 10, content});
    return all;
}

}  // namespace graze::test
