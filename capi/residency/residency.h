//===- residency.h - LLVM IR as lib/residency sees it -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// plugin.cpp runs over functions that call BLAS through slots (runtime/slots.h) which a GPU may fill;
// events.cpp says what instructions do, objects.cpp what pointers point to, statics.cpp which variables
// nobody else can touch, ranges.cpp what loops touch; flow.cpp makes a SmrStay of a function, place.cpp puts
// in what was decided, and record.cpp tells it.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_RESIDENCY_RESIDENCY_H
#define SMR_CAPI_RESIDENCY_RESIDENCY_H
#include "base/str.h"
#include "residency/residency.h"
#include "residency/routines.h"
#ifdef __cplusplus
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace smr {

/// Calls of routines through slots for a GPU.
class DeviceCalls {
public:
  explicit DeviceCalls(llvm::Function &function);

  bool empty() const { return calls.empty(); }
  size_t size() const { return calls.size(); }
  const SmrStayRoutine *find(const llvm::Instruction &instruction) const {
    auto at = calls.find(&instruction);
    return at == calls.end() ? nullptr : &at->second;
  }
  /// Is the operand an array of such a call? Its address goes nowhere from there.
  bool isArray(const llvm::Use &use) const;
  auto begin() const { return calls.begin(); }
  auto end() const { return calls.end(); }

private:
  llvm::MapVector<const llvm::Instruction *, SmrStayRoutine> calls;
};

/// What an instruction of the host does to memory.
struct Access {
  SmrStayKind kind;
  const llvm::Value *pointer = nullptr; // null: any
  uint64_t size = 0;                    // bytes, or
  llvm::Value *length = nullptr;        // bytes; neither: not known
  const char *why = nullptr;            // UNKNOWN: what is to be feared
};

/// In order; none: nothing that matters.
llvm::SmallVector<Access, 4> accessesOf(llvm::Instruction &instruction, const DeviceCalls &device,
                                        const llvm::TargetLibraryInfo &library);

/// What pointers point to: roots, as LLVM's getUnderlyingObjects finds them.
class Objects {
public:
  Objects(const DeviceCalls &device, const llvm::TargetLibraryInfo &library, const llvm::DataLayout &layout)
      : device(device), library(library), layout(layout) {}

  llvm::SmallVector<const llvm::Value *, 2> rootsOf(const llvm::Value *pointer) const;
  /// May memory of the two roots overlap?
  bool mayMeet(const llvm::Value *a, const llvm::Value *b);
  /// Nobody but the function's own code has its address.
  bool isPrivate(const llvm::Value *root);
  /// While the function runs, nobody but its own code, and who it gives the address to, can change it: an
  /// object of its own whose address does not get out (but when it is returned), or an argument that is
  /// `noalias` (whoever else changed what the function uses, had no defined behaviour).
  bool isOutOfReach(const llvm::Value *root);
  /// Where `pointer` is used, is the root's value the object that it points into (and not that of an earlier
  /// round of a loop)?
  static bool isCurrent(const llvm::Value *root, const llvm::Value *pointer);
  /// An object that begins at the root: markers can name it.
  bool hasBase(const llvm::Value *root) const;
  bool hasSize(const llvm::Value *root) const { return sizeOf(root, nullptr).known; }
  /// Its bytes, computed there; where that is not known, all that follows in memory.
  llvm::Value *size(const llvm::Value *root, llvm::IRBuilder<> &at) const { return sizeOf(root, &at).bytes; }

private:
  struct Size {
    bool known;
    llvm::Value *bytes;
  };
  Size sizeOf(const llvm::Value *root, llvm::IRBuilder<> *at) const;
  Size allocated(const llvm::CallBase &call, llvm::IRBuilder<> *at) const;

  const DeviceCalls &device;
  const llvm::TargetLibraryInfo &library;
  const llvm::DataLayout &layout;
  bool escapes(const llvm::Value *root, bool whenReturned) const;
  llvm::DenseMap<const llvm::Value *, bool> privates, outOfReach;
};

/// Variables that the program's main function, and what it alone leads to, has to itself (statics.cpp).
class Statics {
public:
  /// Of the module as it is before markers are put in.
  explicit Statics(llvm::Module &module);
  /// While the call runs, nobody touches the variable, unless `main` begins again.
  bool isOutOfReach(const llvm::Value *root, const llvm::Instruction &during);
  /// Tells the runtime where `main` begins, if anything relies on that.
  bool place();

private:
  using Functions = llvm::SmallPtrSet<llvm::Function *, 4>;
  const DeviceCalls &deviceOf(llvm::Function &function);
  bool isAccess(const llvm::Use &use, bool &followed);
  bool findTouching(const llvm::GlobalVariable &variable, Functions &touching);
  bool isMains(llvm::Function &function);
  bool leadsTo(const llvm::CallBase &call, const Functions &functions) const;

  llvm::Function *main;
  bool isRelied = false;
  llvm::DenseMap<const llvm::GlobalVariable *, Functions> mains; // who touches such a variable
  llvm::DenseMap<const llvm::Function *, bool> reached;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<DeviceCalls>> devices;
};

/// What a marker names: an object, the bytes from an address on, or (nothing) all memory.
struct Named {
  const llvm::Value *object = nullptr;
  const llvm::Value *from = nullptr; // with `size` or `length` bytes
  uint64_t size = 0;
  llvm::Value *length = nullptr;
  const llvm::SCEV *low = nullptr, *high = nullptr; // in front of a loop
};

struct Analyses {
  llvm::DominatorTree &dominators;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  const llvm::TargetLibraryInfo &library;
};

/// Sets low and high: from the lowest byte that the access at the instruction touches while `limit` runs to
/// behind the highest, as values that can be computed in front of it.
bool hullOf(const llvm::Instruction &instruction, const Access &access, llvm::Loop *limit,
            const Analyses &with, Named &out);
/// The hull of both.
void widen(Named &hull, const Named &other, llvm::ScalarEvolution &evolution);

/// Opens an entry of a report: the function, and its place; in `source` if no other file is known.
void openRecord(SmrStr &out, const llvm::Function &function, llvm::StringRef source, llvm::StringRef summary);

/// One function as a SmrStay.
class Flow {
public:
  Flow(llvm::Function &function, const DeviceCalls &device, Statics &statics, const Analyses &with);
  ~Flow() { smr_stay_free(&stay); }
  Flow(const Flow &) = delete;

  /// False: it is left as it is, and this is why.
  bool read(std::string &reason);
  /// Puts the markers in; false: there are none.
  bool place();

  struct Told {
    unsigned regions = 0, resident = 0, again = 0, unread = 0;
    const llvm::Instruction *where = nullptr;
  };
  Told told() const;
  /// Appends an entry of a report (tools/common/README.md) if there is something to report. Before `place`.
  void record(SmrStr &out, llvm::StringRef source, llvm::StringRef summary);

private:
  struct Item { // an event, where it is in the code
    llvm::Instruction *at;
    uint32_t block;
    SmrStayEvent event;
    Access access;
    const llvm::Value *root; // of an access; null: any
    SmrStaySet touches;
    llvm::Loop *limit;
  };
  struct Place {
    llvm::Instruction *before;
    const Item *item;
  };

  bool readArrays(std::string &reason);
  void readInstruction(llvm::Instruction &instruction, uint32_t block);
  SmrStaySet givenTo(const llvm::Instruction &instruction);
  bool readElsewhere(llvm::Instruction &instruction, const Access &access, uint32_t block);
  bool isNamedAt(const llvm::Value *root, const llvm::Instruction &place) const;
  void readRestore(llvm::Instruction &restore, uint32_t block);
  bool diesEachTime(const llvm::AllocaInst &array, const llvm::Instruction &restore) const;
  void readAccess(llvm::Instruction &instruction, const Access &access, uint32_t block);
  void readCall(llvm::Instruction &call, const SmrStayRoutine &routine, uint32_t block);
  SmrStaySet meeting(const llvm::Value *root);
  void findLimits();
  void addItems();
  void addItem(Item &item);
  void addEvent(uint32_t block, llvm::Instruction *before, const SmrStayEvent &event, const Item &item);
  llvm::Loop *limitFor(const Item &item) const;
  uint32_t rangeOf(const Item &item, llvm::Loop *limit);
  uint32_t rangeOfHull(const Item &item, llvm::Loop *limit);
  uint32_t rangeOfObject(const llvm::Value *root);
  uint32_t rangeOfAll(SmrStaySet touches);
  uint32_t addRange(SmrStaySet touches, uint32_t partOf, const Named &name);
  bool isMany(const llvm::Value *root) const;
  bool isKnownAt(const llvm::Value *value, const llvm::Instruction *place) const;

  llvm::CallInst *call(const char *name, llvm::IRBuilder<> &at, llvm::ArrayRef<llvm::Value *> arguments);
  void mark(SmrStayMarker marker, const Named &name, llvm::Instruction *before);
  void begin(llvm::Instruction *before);
  void end(SmrStaySet forgets, llvm::Instruction *before);
  void pause(llvm::Instruction *during);
  void placeBlock(uint32_t block);
  llvm::Instruction *onEdge(const SmrStayEdge &edge);

  void putArrays(SmrStr &out, const char *key, SmrStaySet set) const;
  void putBoundary(SmrStr &out, const char *what, const llvm::DILocation *at, SmrStaySet dropped) const;
  void putCall(SmrStr &out, const SmrStayEvent &event, const llvm::Instruction &at) const;
  void putMarker(SmrStr &out, const SmrStayEvent &event, const Place &place) const;
  void putEvent(SmrStr &out, const SmrStayEvent &event, const Place &place) const;
  void putEvents(SmrStr &out) const;
  bool isWorthTelling() const;
  void nameArrays();

  llvm::Function &function;
  const DeviceCalls &device;
  Statics &statics;
  Analyses with;
  Objects objects;
  SmrStay stay = {};
  std::vector<llvm::BasicBlock *> blocks;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> numbers;
  std::vector<llvm::Loop *> loops;
  llvm::MapVector<const llvm::Value *, uint32_t> arrays;
  std::vector<Item> items;
  std::vector<std::string> names; // of the arrays, by their numbers
  std::vector<Named> named;       // of the ranges
  llvm::DenseMap<const llvm::Value *, uint32_t> objectRanges;
  std::map<SmrStaySet, uint32_t> allRanges;
  std::map<std::tuple<const llvm::Loop *, const llvm::Value *, SmrStayKind>, uint32_t> hulls;
  std::vector<std::vector<Place>> places; // of each block's events
};
} // namespace smr
#endif
#endif
