-- Gives a room back the time that trouble took. For the journal alone: works while its lease is stale.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 mode: stall, rebuild or outage, 4 beginning of the trouble, 5 resumption by itself or ''.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; deadlineMoved, or for an outage suspended, stamped with its beginning.
-- Guarantees: waiting and paused rooms are left alone, their time is not running; a room whose deadline came before the
-- trouble stays over.
--#include control

if not enter() then return { FENCED, room.epoch, 0, 0 } end
if room.phase == 'closed' then return answer(CLOSED) end
open_if_due()
local began = tonumber(ARGV[4])
if room.phase ~= 'running' or room.deadline <= began then return done(true) end
rest()
local from = math.min(now, math.max(began, room.opens))

if ARGV[3] == 'outage' then
  now = math.max(from, room.at)
  append('suspended', 'cause', 'outage', 'reason', '', 'resumeAtUs', ARGV[5])
  room.phase = 'paused'
  room.pauseCause = 'outage'
  room.pausedAt = now
  room.resumeAt = tonumber(ARGV[5])
else
  local lost = now - from
  local deadline = deadline_after_loss(lost)
  append('deadlineMoved', 'cause', ARGV[3], 'reason', '', 'deadlineUs', digits(deadline), 'outageUs', digits(lost))
  room.deadline = deadline
  room.pausedUs = room.pausedUs + lost
end
due_moved = true
return done()
