// A clash search portion by portion: on this machine, on several machines, or in several sessions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graze/base/file_path.h"
#include "graze/clash/clash.h"
#include "graze/clash/distribute/plan.h"
#include "graze/clash/distribute/portion.h"

namespace graze::inline v1 {

// Removes a checkpoint that is no longer needed, unless another run has begun to use it.
void remove_checkpoint(const FilePath& file);

// clash() is a run that compares everything itself. Several runs can share the work:
//
//   ClashRun run(assembly, options, rules);          the same in every process
//   run.add(other.compare(portion));                  for each portion of run.to_do(), in any order
//   const ClashReport report = run.finish();
//
// The report depends only on the set of finished portions, not on which run compared them, or when.
class ClashRun {
  public:
    // `assembly` must outlive the run. Loads the finished portions of a checkpoint
    // (ClashOptions::checkpoint). Throws Error for options out of range, and if the checkpoint cannot be
    // used.
    ClashRun(const Assembly& assembly, const ClashOptions& options, const ClashRules& rules = {});
    ~ClashRun();
    ClashRun(ClashRun&&) noexcept;
    ClashRun& operator=(ClashRun&&) noexcept;

    const ClashPlan& plan() const;
    // Equal for runs that may share their work: see docs/clash.md.
    const ContentHash& key() const;

    // Portions of this shard that are not finished, in a good order for distribution.
    std::vector<std::uint32_t> to_do() const;

    // Compares all unfinished portions, on the threads of the options, until all are finished or the run is
    // cancelled.
    void compare();
    // Compares one portion for another run to add; does not change this run.
    PortionResult compare(std::uint32_t portion);
    // Returns false and changes nothing if the result does not fit this plan, is incomplete, or its portion
    // is finished already. Any thread may add.
    bool add(PortionResult result);

    // Returns the findings. Ends the run.
    ClashReport finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
