-- Pauses a room on behalf of staff; also turns a pause with an automatic end into one without.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 reason.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; closed, when the deadline has passed; suspended.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end
  if room.phase == 'paused' and room.pauseCause == 'staff' and not room.resumeAt then return done(room, true) end

  append(room, 'suspended', 'cause', 'staff', 'reason', ARGV[3], 'resumeAtUs', '')
  if room.phase ~= 'paused' then room.pausedAt = room.now end
  room.phase = 'paused'
  room.pauseCause = 'staff'
  room.resumeAt = nil
  room.dueMoved = true
  return done(room)
end
