//===- residency.h - arrays on the device, and calls that are not safe yet ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariants, with the lock held and the device alive:
//  - An array's copy on the device equals what the program means the array to hold (in its part), else it is
//    not in the table.
//  - Where the host's memory does not hold that yet, the result is on its way into staging memory (or,
//    lazily, on the device alone), and the call that made it is in the journal until it has arrived there.
//  - The host's memory holds all that the calls of the journal read, when their turn comes.
//  - Copies back are made in the order of calls: when one has arrived, so have all before it (tickets).
//
// Of an array in pinned memory copies are made without a buffer (direct.h), as far as that keeps the above:
//  - Up: the host may not write the array before the copy has read it. So whoever is told that it will be
//    written, or forgets the array, waits for that (`going_up`).
//  - Down: from its start until it has arrived, and after an error for good, nobody knows what the array
//    holds. So it starts only where no call that may have to be made again needs what was there: its own call
//    overwrites the whole array without reading it (beta = 0), and no call of the journal touches it. All
//    other results go through staging memory. What is left on the device lazily may always be copied so, for
//    an error on the way stops the program.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_RESIDENCY_H
#define SMR_RUNTIME_GPU_RESIDENCY_H
#include "runtime/gpu/device.h"
#include "runtime/gpu/guard.h"

/// A copy back, from its start until it is unpacked.
typedef struct {
  int exists;
  char *stage;     // where it goes; NULL: into the array itself
  int stage_plain; // it is malloc's
  char changed;    // the part that is to be written back
  uint64_t ticket;
  uint64_t group; // the last ticket of its call's results: before that has come, none is unpacked
  SmrCudaEvent back;
} SmrGpuBack;

typedef struct {
  SmrGpuShape shape; // its part: what of it the device's copy has
  void *device;
  int64_t step; // between columns there
  size_t bytes;
  int used;          // this place of the table
  int held;          // an operand of the call at hand
  int stale;         // that call changes memory between its columns: forgotten afterwards
  int empty;         // nothing is in it yet
  int kept;          // stays when the call returns
  int going_up;      // the copy up may still read the host's memory, until `computed`
  int dirty;         // the host's memory is not up to date
  int recorded;      // the call that made it so is in the journal
  int unread;        // the program has not asked for what a routine wrote there
  SmrGpuGuard guard; // what the program may do with it (guard.h)
  uint64_t turn;     // of its last use
  SmrGpuBack now;    // the copy back of what it holds
  SmrGpuBack before; // that of what the call before it left there, while neither has been unpacked
  SmrCudaEvent computed;
} SmrGpuArray;

/// The array for an operand, uploaded if it is read; held until smr_gpu_arrays_let_go. NULL: no memory, or
/// the device is dead.
SmrGpuArray *smr_gpu_array_get(const SmrGpuOperand *operand, int keep);
/// Is the operand there, so that nothing has to be uploaded?
int smr_gpu_array_is_there(const SmrGpuOperand *operand);
/// The call at hand has written it.
void smr_gpu_array_written(SmrGpuArray *array, const SmrGpuOperand *operand);
/// Starts the copy back of what the planned call has written. False: no memory, or dead.
int smr_gpu_array_send_back(SmrGpuArray *array, const SmrGpuPlan *plan);
/// Makes the host's memory valid. False: the device is dead, or there is no memory.
int smr_gpu_array_finish(SmrGpuArray *array);
/// The call at hand is going to change it, from what it holds: that is on its way to the host's memory, or in
/// it, and the call does not wait for that. Lazily nothing will be sent back. False: dead, or no memory.
int smr_gpu_array_goes_on(SmrGpuArray *array, int lazily);
/// The call at hand has written it, and does not count.
void smr_gpu_array_undo(SmrGpuArray *array);
/// What a call that failed may have left in it counts no more. False: nobody has what it held.
int smr_gpu_array_spoiled(SmrGpuArray *array);
/// Ends the call at hand: what is not kept is written back and forgotten. False: dead.
int smr_gpu_arrays_let_go(void);
int smr_gpu_arrays_exist(void);
/// While nobody uses the copies, and no result is on its way, the memory is not watched: it may be no more.
void smr_gpu_arrays_rest(int rests);
/// Writes back and forgets all. False: dead.
int smr_gpu_arrays_end(void);
/// The array that was used longest ago makes room. False: there is none, or the device is dead.
int smr_gpu_evict(void);

typedef enum { SMR_GPU_HOST_READS, SMR_GPU_HOST_WRITES, SMR_GPU_HOST_FORGETS } SmrGpuTouch;
/// False: dead.
int smr_gpu_touch(const char *at, size_t bytes, SmrGpuTouch touch);

/// A call that ran, whose results go back under tickets up to the last. False: dead.
int smr_gpu_journal(const SmrGpuCall *call, const SmrGpuPlan *plan, uint64_t ticket);
/// Waits until results of all calls that read or wrote the range are safe. False: dead.
int smr_gpu_journal_wait(const char *at, size_t bytes);
/// Does a call on record read or write a number of the array?
int smr_gpu_journal_touches(const SmrGpuShape *shape);
/// The last ticket whose copy has arrived.
uint64_t smr_gpu_arrived(void);
void smr_gpu_has_arrived(uint64_t ticket);
/// Waits for a ticket. False: dead.
int smr_gpu_wait(uint64_t ticket);
/// After the device died: the host's memory becomes what the program means it to hold, and the tables empty.
/// Stops the program where that cannot be. Nothing to do: returns at once.
void smr_gpu_recover(void);
/// (Its part: what to do with calls, and with arrays.)
void smr_gpu_journal_replay(void);
void smr_gpu_arrays_save(void);

/// The bytes from an array's first number to its last.
size_t smr_gpu_extent(const SmrGpuShape *shape);
int smr_gpu_meets(const SmrGpuShape *shape, const char *at, size_t bytes);
/// Have they no number in common? (Of blocks of one matrix rows or columns differ.)
int smr_gpu_are_apart(const SmrGpuShape *a, const SmrGpuShape *b);
#endif
