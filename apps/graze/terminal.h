// The program's output streams, their colours, the progress bar, and interrupts.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "graze/base/progress.h"
#include "graze/base/time_left.h"

namespace graze::app {

// Keeps the file descriptors 0 to 2 occupied, so that no file the program writes can end up as its standard
// output.
void guard_standard_streams();

bool is_terminal(int descriptor);
std::size_t terminal_width();  // of standard output in columns; 80 where it is not known

// Colours, if the stream is a terminal that has them and the user has not switched them off (NO_COLOR,
// TERM=dumb).
class Style {
  public:
    explicit Style(int descriptor);

    std::string bold(std::string_view text) const { return paint("1", text); }
    std::string dim(std::string_view text) const { return paint("2", text); }
    std::string green(std::string_view text) const { return paint("1;32", text); }
    std::string yellow(std::string_view text) const { return paint("1;33", text); }

  private:
    std::string paint(const char* code, std::string_view text) const;
    bool coloured_;
};

// Standard output. A closed pipe (`| head`) is no error: further output is dropped. Any other failure to
// write is an error.
class Output {
  public:
    void write(std::string_view text);
    void flush();

  private:
    std::string buffer_;
    bool reader_gone_ = false;
};

// One line on standard error: "graze: " and the sentence, control characters escaped.
void complain(std::string_view sentence);

// A progress bar on standard error with the time left. It appears only on a terminal, and only if the work
// takes longer than a second.
class TerminalProgress : public Progress {
  public:
    TerminalProgress();
    ~TerminalProgress() override;
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override;
    void clear();  // removes the bar; call it before anything else is printed

  private:
    using Clock = std::chrono::steady_clock;
    const bool enabled_;
    const Clock::time_point start_;
    std::mutex mutex_;
    Clock::time_point last_drawn_;
    std::string stage_;
    TimeLeft time_left_;  // of the stage
    bool visible_ = false;
};

// From here on the first Ctrl-C (or SIGTERM) cancels `progress`, which must live until the program ends; a
// second one ends the program the hard way.
void cancel_on_interrupt(Progress& progress);

}  // namespace graze::app
