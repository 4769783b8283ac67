// Several ends in one process that reach one another at once: for a gateway without DDS behind it, and for
// programs that hold more than one world. Nothing is lost but what does not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "graze/share/network/transport.h"

namespace graze::inline v1 {

// One thread at a time, as its ends. An end that is destroyed is gone for the others. Ends keep the hub
// alive.
class LocalHub {
  public:
    explicit LocalHub(std::size_t waiting_most = 8192);  // datagrams at an end that does not look

    std::unique_ptr<Transport> add();

  private:
    class State;
    class End;
    std::shared_ptr<State> state_;
};

}  // namespace graze::inline v1
