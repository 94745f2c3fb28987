-- Moves the deadline of a running or paused room to a later instant on behalf of staff. Never to an earlier one.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 deadline, 4 reason.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; closed, when the deadline has passed; deadlineMoved.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end
  rest(room)
  if not room.startCount then return answer(room, NOT_OPEN_YET) end
  local deadline = tonumber(ARGV[3])
  if deadline <= room.deadline then return done(room, true) end

  append(room, 'deadlineMoved', 'cause', 'staff', 'reason', ARGV[4], 'deadlineUs', digits(deadline), 'outageUs', '0')
  room.deadline = deadline
  room.dueMoved = true
  return done(room)
end
