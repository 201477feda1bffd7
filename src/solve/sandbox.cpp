#include "solve/sandbox.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pg {
namespace {

// Landlock as the kernel has it; Debian 12's headers know the first two versions only.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;

struct RulesetAttributes {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};
struct __attribute__((packed)) PathBeneath {
  uint64_t allowed;
  int32_t parent;
};

constexpr uint64_t kWriteFile = 1 << 1;
// Rights to change something, by the version that brought them.
constexpr uint64_t kChange = kWriteFile | 0x1ff0;  // remove and make, of any kind
constexpr uint64_t kRefer = 1 << 13;               // 2
constexpr uint64_t kTruncate = 1 << 14;            // 3
constexpr uint64_t kTcp = 3;                       // 4: bind, connect
constexpr uint64_t kDevices = 1 << 15;             // 5: ioctl
constexpr uint64_t kScopes = 3;                    // 6: abstract sockets, signals

int landlock_version() {
  return static_cast<int>(::syscall(kCreateRuleset, nullptr, 0, kAskVersion));
}

void allow(int ruleset, const char* path, uint64_t rights) {
  const int place = ::open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  const PathBeneath rule{rights, place};
  ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
  ::close(place);
}

void confine_files(const char* folder) {
  const int version = landlock_version();
  if (version < 1) return;
  RulesetAttributes attributes{kChange, 0, 0};
  if (version >= 2) attributes.files |= kRefer;
  if (version >= 3) attributes.files |= kTruncate;
  if (version >= 4) attributes.network = kTcp;
  if (version >= 5) attributes.files |= kDevices;
  if (version >= 6) attributes.scopes = kScopes;
  const size_t size = version >= 6   ? sizeof attributes
                      : version >= 4 ? offsetof(RulesetAttributes, scopes)
                                     : offsetof(RulesetAttributes, network);
  const auto ruleset = static_cast<int>(::syscall(kCreateRuleset, &attributes, size, 0));
  if (ruleset < 0) return;
  allow(ruleset, folder, attributes.files);
  allow(ruleset, "/dev/null", kWriteFile | (attributes.files & kTruncate));
  ::syscall(kRestrictSelf, ruleset, 0);
  ::close(ruleset);
}

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kArchitecture = 0;
#endif

// What talks to others, reaches into them, or changes the machine.
constexpr auto kRefused = std::to_array<uint32_t>({SYS_socket,
                                                   SYS_io_uring_setup,
                                                   SYS_ptrace,
                                                   SYS_process_vm_readv,
                                                   SYS_process_vm_writev,
                                                   SYS_bpf,
                                                   SYS_setns,
                                                   SYS_unshare,
                                                   SYS_mount,
                                                   SYS_umount2,
                                                   SYS_init_module,
                                                   SYS_finit_module,
                                                   SYS_delete_module,
                                                   SYS_kexec_load,
                                                   SYS_reboot,
                                                   SYS_swapon,
                                                   SYS_settimeofday,
                                                   SYS_clock_settime,
                                                   SYS_keyctl,
                                                   SYS_add_key});

constexpr sock_filter load(uint32_t offset) { return {BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}; }
constexpr sock_filter jump(uint16_t how, uint32_t value, size_t yes, size_t no) {
  return {static_cast<uint16_t>(BPF_JMP | how | BPF_K), static_cast<uint8_t>(yes),
          static_cast<uint8_t>(no), value};
}
constexpr sock_filter give(uint32_t verdict) { return {BPF_RET | BPF_K, 0, 0, verdict}; }

// Other architectures, and the numbers of x32, are refused as a whole.
constexpr size_t kBefore = 4;
constexpr auto kFilter = [] {
  constexpr size_t kAllow = kBefore + kRefused.size();
  std::array<sock_filter, kAllow + 2> program{};
  program[0] = load(offsetof(seccomp_data, arch));
  program[1] = jump(BPF_JEQ, kArchitecture, 0, kAllow + 1 - 2);
  program[2] = load(offsetof(seccomp_data, nr));
  program[3] = jump(BPF_JGE, 0x40000000, kAllow + 1 - 4, 0);
  for (size_t i = 0; i < kRefused.size(); ++i)
    program[kBefore + i] = jump(BPF_JEQ, kRefused[i], kAllow + 1 - (kBefore + i + 1), 0);
  program[kAllow] = give(SECCOMP_RET_ALLOW);
  program[kAllow + 1] = give(SECCOMP_RET_ERRNO | EPERM);
  return program;
}();

void confine_calls() {
  if (kArchitecture == 0) return;
  const sock_fprog program{kFilter.size(), const_cast<sock_filter*>(kFilter.data())};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

bool has_seccomp() { return kArchitecture != 0 && ::prctl(PR_GET_SECCOMP) >= 0; }

std::string find_words() {
  const int version = landlock_version();
  const std::string files =
      version >= 1
          ? fmt::format("solvers write to folders of their own only (Landlock {})", version)
          : "nothing keeps solvers from writing files: the kernel has no Landlock";
  const std::string calls = has_seccomp() ? "cannot open sockets (seccomp)"
                                          : "can use the network: the kernel has no seccomp";
  return files + ", " + calls + ", see none of your environment";
}

}  // namespace

void confine(const char* folder) {
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  confine_files(folder);
  confine_calls();
}

const std::string& confinement_in_words() {
  static const std::string words = find_words();
  return words;
}

}  // namespace pg
