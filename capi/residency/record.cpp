//===- record.cpp - what was decided, as an entry of a report ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Places are those of the function itself: what was inlined stands where it was called.
//===----------------------------------------------------------------------===//
#include "base/demangle.h"
#include "base/json.h"
#include "capi/residency/residency.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include <set>

using namespace llvm;
using namespace smr;

enum { MostEvents = 400 };

//--- Names --------------------------------------------------------------------------------

static const DILocation *placeOf(const Instruction &instruction) {
  const DILocation *place = instruction.getDebugLoc().get();
  while (place && place->getInlinedAt())
    place = place->getInlinedAt();
  return place;
}

static unsigned lineOf(const Instruction &instruction) {
  const DILocation *place = placeOf(instruction);
  return place ? place->getLine() : 0;
}

/// The last part of one of flang's names (_QMlinEwork), or as C++ has it.
static std::string inSource(StringRef symbol) {
  if (symbol.starts_with("_Q"))
    return symbol.substr(symbol.find_last_of("EPF") + 1).str();
  return demangle(symbol);
}

static std::string functionInSource(StringRef symbol) {
  SmrStr name = {};
  smr_demangle(symbol.str().c_str(), &name);
  std::string text = demangle(smr_str_get(&name));
  smr_str_free(&name);
  return text;
}

/// What LLVM adds to a variable's name ("x.i.12", "x.addr") is taken off.
static std::string nameOfArray(const Value &root) {
  if (auto *global = dyn_cast<GlobalValue>(&root))
    return inSource(global->getName());
  std::string name = root.getName().split('.').first.str();
  auto *call = dyn_cast<CallBase>(&root);
  if (call) {
    const llvm::Function *callee = call->getCalledFunction();
    name = callee ? inSource(callee->getName()) : "a call";
  }
  if (name.empty())
    name = isa<Argument>(root) ? "argument " + std::to_string(cast<Argument>(root).getArgNo() + 1) : "memory";
  auto *instruction = dyn_cast<Instruction>(&root);
  unsigned line = instruction ? lineOf(*instruction) : 0;
  return line && (call || name == "memory") ? name + " of line " + std::to_string(line) : name;
}

static const char *kindOf(const Value &root) {
  return isa<Argument>(root)      ? "argument"
         : isa<GlobalValue>(root) ? "global"
         : isa<AllocaInst>(root)  ? "local"
         : isNoAliasCall(&root)   ? "allocated"
                                  : "pointer";
}

//--- Entries ------------------------------------------------------------------------------

static void putPlace(SmrStr &out, const DILocation *place) {
  smr_json_value(&out, "line", "%u", place ? place->getLine() : 0);
  smr_json_value(&out, "column", "%u", place ? place->getColumn() : 0);
}

/// The first place that is known at the instruction or behind it in its block.
static const DILocation *placeFrom(const Instruction *instruction) {
  for (; instruction; instruction = instruction->getNextNode())
    if (const DILocation *place = placeOf(*instruction); place && place->getLine())
      return place;
  return nullptr;
}

void Flow::putArrays(SmrStr &out, const char *key, SmrStaySet set) const {
  if (!set)
    return;
  smr_json_open(&out, key, '[');
  for (auto &[root, number] : arrays)
    if (set >> number & 1)
      smr_json_string(&out, nullptr, names[number].c_str());
  smr_str_putc(&out, ']');
}

static void openEvent(SmrStr &out, const char *what, const DILocation *at) {
  smr_json_open(&out, nullptr, '{');
  smr_json_string(&out, "what", what);
  putPlace(out, at);
}

void Flow::putBoundary(SmrStr &out, const char *what, const DILocation *at, SmrStaySet dropped) const {
  openEvent(out, what, at);
  putArrays(out, "dropped", dropped);
  smr_str_putc(&out, '}');
}

/// Which of a call's arrays go up.
void Flow::putCall(SmrStr &out, const SmrStayEvent &event, const Instruction &at) const {
  openEvent(out, "call", placeOf(at));
  smr_json_string(&out, "routine", device.find(at)->name);
  putArrays(out, "uploads", event.takes & ~event.resident & ~event.again);
  putArrays(out, "uploads_once", event.again & ~event.resident);
  putArrays(out, "there", event.resident);
  smr_str_putc(&out, '}');
}

void Flow::putMarker(SmrStr &out, const SmrStayEvent &event, const Place &place) const {
  static const char *const what[] = {"", "reads", "writes", "dropped"};
  openEvent(out, what[event.marker], placeOf(*place.item->at));
  putArrays(out, "arrays", stay.ranges.data[event.range].touches);
  smr_json_bool(&out, "hoisted", place.before != place.item->at);
  smr_str_putc(&out, '}');
}

static std::string reasonOf(const Instruction &instruction, const Access &access) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  std::string what = callee ? "the call of " + functionInSource(callee->getName())
                     : call ? "a call"
                            : "an access";
  return what + ": " + access.why;
}

void Flow::putEvent(SmrStr &out, const SmrStayEvent &event, const Place &place) const {
  if (event.marker)
    putMarker(out, event, place);
  if (event.begins)
    putBoundary(out, "begin", placeFrom(place.before), 0);
  if (event.kind == SMR_STAY_DEVICE)
    putCall(out, event, *place.item->at);
  if (event.ends)
    putBoundary(out, "end", placeOf(*place.item->at), event.forgets);
  bool pauses = event.kind == SMR_STAY_ELSEWHERE && event.before && event.after;
  if (!event.parts && !pauses)
    return;
  openEvent(out, pauses ? "pause" : "barrier", placeOf(*place.item->at));
  smr_json_string(&out, "reason", reasonOf(*place.item->at, place.item->access).c_str());
  smr_str_putc(&out, '}');
}

/// In the code's order. What the optimiser copied (into two paths, say) is reported once.
void Flow::putEvents(SmrStr &out) const {
  std::set<std::string> reported;
  auto once = [&](function_ref<void(SmrStr &)> put) {
    SmrStr one = {};
    put(one);
    if (one.size && reported.size() < MostEvents && reported.insert(one.data).second)
      smr_json_value(&out, nullptr, "%s", one.data);
    smr_str_free(&one);
  };
  for (uint32_t b = 0; b < stay.blocks.size; b++) {
    for (uint32_t k = 0; k < stay.blocks.data[b].events.size; k++)
      once([&](SmrStr &one) { putEvent(one, stay.blocks.data[b].events.data[k], places[b][k]); });
    for (uint32_t k = 0; k < stay.edges.size; k++) {
      const SmrStayEdge &edge = stay.edges.data[k];
      const DILocation *at = placeFrom(&blocks[edge.to]->front());
      if (edge.from == b && (edge.begins || edge.ends))
        once([&](SmrStr &one) { putBoundary(one, edge.begins ? "begin" : "end", at, edge.forgets); });
    }
  }
}

/// Has it a region, or something that is in the way of one?
bool Flow::isWorthTelling() const {
  for (uint32_t b = 0; b < stay.blocks.size; b++)
    for (uint32_t k = 0; k < stay.blocks.data[b].events.size; k++)
      if (stay.blocks.data[b].events.data[k].after || stay.blocks.data[b].events.data[k].parts)
        return true;
  return false;
}

void smr::openRecord(SmrStr &out, const llvm::Function &function, StringRef source, StringRef summary) {
  const DISubprogram *place = function.getSubprogram();
  std::string file = source.str();
  if (place && !place->getFilename().empty())
    file = place->getFilename().starts_with("/") || place->getDirectory().empty()
               ? place->getFilename().str()
               : (place->getDirectory() + "/" + place->getFilename()).str();
  bool external = place && function.getName() == (place->getName() + "_").str(); // (Fortran's)
  std::string name = external ? place->getName().str() : functionInSource(function.getName());
  smr_json_entry(&out, file.data(), file.size(), place && place->getLine() ? place->getLine() : 1, 1);
  smr_json_string(&out, "function", name.c_str());
  smr_json_string(&out, "summary", summary.str().c_str());
}

/// Of several with one name all but the first have a number.
void Flow::nameArrays() {
  std::map<std::string, unsigned> counts;
  for (auto &array : arrays) {
    std::string name = nameOfArray(*array.first);
    unsigned count = ++counts[name];
    names.push_back(count > 1 ? name + " #" + std::to_string(count) : name);
  }
}

void Flow::record(SmrStr &out, StringRef source, StringRef summary) {
  if (!isWorthTelling())
    return;
  Told counts = told();
  nameArrays();
  openRecord(out, function, source, summary);
  smr_json_value(&out, "regions", "%u", counts.regions);
  smr_json_value(&out, "left_out", "%u", counts.resident);
  smr_json_value(&out, "left_out_later", "%u", counts.again);
  smr_json_value(&out, "dropped_unread", "%u", counts.unread);
  smr_json_open(&out, "arrays", '[');
  for (auto &array : arrays) {
    smr_json_open(&out, nullptr, '{');
    smr_json_string(&out, "name", names[array.second].c_str());
    smr_json_string(&out, "kind", kindOf(*array.first));
    smr_str_putc(&out, '}');
  }
  smr_str_putc(&out, ']');
  smr_json_open(&out, "events", '[');
  putEvents(out);
  smr_str_puts(&out, "]}");
}
