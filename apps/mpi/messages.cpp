#include "messages.h"

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "graze/base/error.h"

namespace graze::mpi {
namespace {

constexpr int to_coordinator = 100, to_rank = 200;  // tags; the kind is added to the first
constexpr int coordinator = 0;

// As it is sent: the same layout on all ranks, which run the same program.
struct SentIntroduction {
    std::array<char, 512> sentence{};
    std::array<char, 256> machine{};
    std::uint64_t key_high = 0, key_low = 0;
    std::int64_t process = 0;
    std::int64_t ready = 0;
};

template <std::size_t Size>
void copy(const std::string& text, std::array<char, Size>& into) {
    std::memcpy(into.data(), text.data(), std::min(text.size(), Size - 1));
}

void check(int result, const char* what) {
    if (result != MPI_SUCCESS)
        throw Error(std::string("MPI failed while ") + what, {}, "look at what mpirun says");
}

// A message that has begun to arrive. The rest of a long one is fetched from its sender, who may die before
// that, so nobody may wait for it. It stays until it is whole or the process ends, since MPI may write to it
// until then.
struct Arriving {
    Message message;
    MPI_Request request = MPI_REQUEST_NULL;  // where nothing does
};
Arriving arriving;

bool begin_to_receive() {
    int found = 0, size = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &handle, &status),
          "waiting for results");
    if (found == 0) return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    arriving.message = {status.MPI_SOURCE, static_cast<Kind>(status.MPI_TAG - to_coordinator),
                        std::string(static_cast<std::size_t>(size), '\0')};
    check(MPI_Imrecv(arriving.message.bytes.data(), size, MPI_BYTE, &handle, &arriving.request),
          "receiving a result");
    return true;
}

}  // namespace

int rank() {
    int value = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &value);
    return value;
}

int rank_count() {
    int value = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &value);
    return value;
}

std::vector<Introduction> introduce(const Introduction& own) {
    SentIntroduction sent;
    copy(own.sentence, sent.sentence);
    copy(own.machine, sent.machine);
    sent.key_high = own.key.high;
    sent.key_low = own.key.low;
    sent.process = own.process;
    sent.ready = own.ready ? 1 : 0;
    std::vector<SentIntroduction> all(static_cast<std::size_t>(rank_count()));
    constexpr int size = sizeof(SentIntroduction);
    check(MPI_Allgather(&sent, size, MPI_BYTE, all.data(), size, MPI_BYTE, MPI_COMM_WORLD), "meeting");
    std::vector<Introduction> introductions;
    for (const SentIntroduction& s : all)
        introductions.push_back(
            {s.ready == 1, s.sentence.data(), {s.key_high, s.key_low}, s.machine.data(), s.process});
    return introductions;
}

bool is_gone(const Introduction& rank) {
    return ::kill(static_cast<pid_t>(rank.process), 0) != 0 && errno == ESRCH;
}

void send(Kind kind, const std::string& bytes) {
    if (bytes.size() > std::numeric_limits<int>::max())
        throw Error("what was found in a portion is more than 2 GB, which MPI does not carry");
    check(MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, coordinator,
                   to_coordinator + static_cast<int>(kind), MPI_COMM_WORLD),
          "sending a result");
}

std::optional<Message> receive() {
    if (arriving.request == MPI_REQUEST_NULL && !begin_to_receive()) return std::nullopt;
    int whole = 0;
    check(MPI_Test(&arriving.request, &whole, MPI_STATUS_IGNORE), "receiving a result");
    if (whole == 0) return std::nullopt;
    return std::move(arriving.message);
}

void give(int to, std::uint32_t portion) {
    check(MPI_Send(&portion, 1, MPI_UINT32_T, to, to_rank, MPI_COMM_WORLD), "giving out work");
}

std::optional<std::uint32_t> given() {
    int arrived = 0;
    check(MPI_Iprobe(coordinator, to_rank, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE), "waiting for work");
    if (arrived == 0) return std::nullopt;
    std::uint32_t portion = no_more;
    check(MPI_Recv(&portion, 1, MPI_UINT32_T, coordinator, to_rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
          "receiving work");
    return portion;
}

void end_all(int exit_code) {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
}

}  // namespace graze::mpi
