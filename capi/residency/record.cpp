//===- record.cpp - what was decided, as an entry of a report ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Places are those of the function itself: what was inlined stands where it was called.
//===----------------------------------------------------------------------===//
#include "base/demangle.h"
#include "capi/residency/residency.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
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

static void putPlace(json::OStream &out, const DILocation *place) {
  out.attribute("line", place ? place->getLine() : 0);
  out.attribute("column", place ? place->getColumn() : 0);
}

/// The first place that is known at the instruction or behind it in its block.
static const DILocation *placeFrom(const Instruction *instruction) {
  for (; instruction; instruction = instruction->getNextNode())
    if (const DILocation *place = placeOf(*instruction); place && place->getLine())
      return place;
  return nullptr;
}

void Flow::putArrays(json::OStream &out, const char *key, SmrStaySet set) const {
  if (!set)
    return;
  out.attributeArray(key, [&] {
    for (auto &[root, number] : arrays)
      if (set >> number & 1)
        out.value(names[number]);
  });
}

void Flow::putBoundary(json::OStream &out, const char *what, const DILocation *at, SmrStaySet dropped) const {
  out.object([&] {
    out.attribute("what", what);
    putPlace(out, at);
    putArrays(out, "dropped", dropped);
  });
}

/// Which of a call's arrays go up.
void Flow::putCall(json::OStream &out, const SmrStayEvent &event, const Instruction &at) const {
  const SmrStayRoutine *routine = device.find(at);
  out.object([&] {
    out.attribute("what", "call");
    putPlace(out, placeOf(at));
    out.attribute("routine", routine->name);
    putArrays(out, "uploads", event.takes & ~event.resident & ~event.again);
    putArrays(out, "uploads_once", event.again & ~event.resident);
    putArrays(out, "there", event.resident);
  });
}

void Flow::putMarker(json::OStream &out, const SmrStayEvent &event, const Place &place) const {
  static const char *const what[] = {"", "reads", "writes", "dropped"};
  out.object([&] {
    out.attribute("what", what[event.marker]);
    putPlace(out, placeOf(*place.item->at));
    putArrays(out, "arrays", stay.ranges.data[event.range].touches);
    out.attribute("hoisted", place.before != place.item->at);
  });
}

static std::string reasonOf(const Instruction &instruction, const Access &access) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  std::string what = callee ? "the call of " + functionInSource(callee->getName())
                     : call ? "a call"
                            : "an access";
  return what + ": " + access.why;
}

void Flow::putEvent(json::OStream &out, const SmrStayEvent &event, const Place &place) const {
  if (event.marker)
    putMarker(out, event, place);
  if (event.begins)
    putBoundary(out, "begin", placeFrom(place.before), 0);
  if (event.kind == SMR_STAY_DEVICE)
    putCall(out, event, *place.item->at);
  if (event.ends)
    putBoundary(out, "end", placeOf(*place.item->at), event.forgets);
  bool pauses = event.kind == SMR_STAY_ELSEWHERE && event.before && event.after;
  if (event.parts || pauses)
    out.object([&] {
      out.attribute("what", pauses ? "pause" : "barrier");
      putPlace(out, placeOf(*place.item->at));
      out.attribute("reason", json::fixUTF8(reasonOf(*place.item->at, place.item->access)));
    });
}

/// In the code's order. What is copied by the optimiser (into two paths, say) is told once.
void Flow::putEvents(json::OStream &out) const {
  std::set<std::string> told;
  auto once = [&](function_ref<void(json::OStream &)> put) {
    std::string text;
    raw_string_ostream stream(text);
    json::OStream one(stream);
    one.array([&] { put(one); });
    StringRef body = StringRef(text).drop_front().drop_back();
    if (!body.empty() && told.size() < MostEvents && told.insert(body.str()).second)
      out.rawValue(body);
  };
  for (uint32_t b = 0; b < stay.blocks.size; b++) {
    for (uint32_t k = 0; k < stay.blocks.data[b].events.size; k++)
      once([&](json::OStream &one) { putEvent(one, stay.blocks.data[b].events.data[k], places[b][k]); });
    for (uint32_t k = 0; k < stay.edges.size; k++) {
      const SmrStayEdge &edge = stay.edges.data[k];
      const DILocation *at = placeFrom(&blocks[edge.to]->front());
      if (edge.from == b && (edge.begins || edge.ends))
        once([&](json::OStream &one) { putBoundary(one, edge.begins ? "begin" : "end", at, edge.forgets); });
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

std::string smr::recordHead(const llvm::Function &function, StringRef source, StringRef summary,
                            function_ref<void(json::OStream &)> rest) {
  const DISubprogram *place = function.getSubprogram();
  std::string file = source.str(), text;
  if (place && !place->getFilename().empty())
    file = place->getFilename().starts_with("/") || place->getDirectory().empty()
               ? place->getFilename().str()
               : (place->getDirectory() + "/" + place->getFilename()).str();
  raw_string_ostream stream(text);
  json::OStream out(stream);
  out.object([&] {
    out.attribute("file", json::fixUTF8(file));
    out.attribute("line", place && place->getLine() ? place->getLine() : 1);
    out.attribute("column", 1);
    bool external = place && function.getName() == (place->getName() + "_").str(); // (Fortran's)
    std::string name = external ? place->getName().str() : functionInSource(function.getName());
    out.attribute("function", json::fixUTF8(name));
    out.attribute("summary", json::fixUTF8(summary));
    rest(out);
  });
  return text;
}

/// Of several with one name all but the first have a number.
void Flow::nameArrays() {
  std::map<std::string, unsigned> counts;
  for (auto &array : arrays) {
    std::string name = json::fixUTF8(nameOfArray(*array.first));
    unsigned count = ++counts[name];
    names.push_back(count > 1 ? name + " #" + std::to_string(count) : name);
  }
}

std::string Flow::record(StringRef source, StringRef summary) {
  if (!isWorthTelling())
    return "";
  Told counts = told();
  nameArrays();
  return recordHead(function, source, summary, [&](json::OStream &out) {
    out.attribute("regions", counts.regions);
    out.attribute("left_out", counts.resident);
    out.attribute("left_out_later", counts.again);
    out.attribute("dropped_unread", counts.unread);
    out.attributeArray("arrays", [&] {
      for (auto &array : arrays)
        out.object([&] {
          out.attribute("name", names[array.second]);
          out.attribute("kind", kindOf(*array.first));
        });
    });
    out.attributeArray("events", [&] { putEvents(out); });
  });
}
