// A search for clashes that is done portion by portion: here, by several machines, or in several goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "graze/clash/clash.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/distribute/portion.h"

namespace graze::inline v1 {

// Removes a checkpoint that is not needed any more, unless another run has begun to use it.
void remove_checkpoint(const std::filesystem::path& file);

// clash() is a run that compares everything itself. Others share the work:
//
//   ClashRun run(assembly, options, rules);          the same in every process
//   run.add(other.compare(portion));                  for each portion of run.to_do(), in any order
//   const ClashReport report = run.finish();
//
// The report depends on the set of finished portions only, not on who compared them, or when.
class ClashRun {
  public:
    // `assembly` must outlive the run. Takes what a checkpoint holds (ClashOptions::checkpoint). Throws
    // Error for options out of range, and if the checkpoint cannot be used.
    ClashRun(const Assembly& assembly, const ClashOptions& options, const ClashRules& rules = {});
    ~ClashRun();
    ClashRun(ClashRun&&) noexcept;
    ClashRun& operator=(ClashRun&&) noexcept;

    const ClashPlan& plan() const;
    // Equal for runs that may share their work: see docs/clash.md.
    const ContentHash& key() const;

    // Portions of this shard that are not finished, in a good order to be given out.
    std::vector<std::uint32_t> to_do() const;

    // Compares all that is to do, on the threads of the options, until it is done or cancelled.
    void compare();
    // Compares one portion for another run to add; nothing here changes.
    PortionResult compare(std::uint32_t portion);
    // False, and no change, if the result cannot be one of this plan, or is incomplete or there already. Any
    // thread may add.
    bool add(PortionResult result);

    // What was found. Ends the run.
    ClashReport finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
