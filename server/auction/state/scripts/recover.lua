-- Restores the time a room lost in an interruption. For the journal only: works while its lease is stale.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 mode: stall, rebuild, outage or hold, 4 beginning of the interruption, 5 automatic resumption or ''.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due, unless it holds; deadlineMoved, or suspended, stamped with the beginning.
-- Guarantees: waiting and paused rooms are unchanged, their time is not running; a room whose deadline was before the
-- interruption stays closed. A hold pauses every room that is not closed.
--#include control
--#include recovering

return function(KEYS, ARGV)
  local room, there = enter(KEYS, ARGV)
  if not there then return { FENCED, room.epoch, 0, 0 } end
  if room.phase == 'closed' then return answer(room, CLOSED) end
  return done(room, not restore_lost_time(room, ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])))
end
