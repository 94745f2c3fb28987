-- Ends a pause: lost time is restored, auto-bids act; a room paused beyond its opening opens now. With an instant in the
-- future the pause continues and ends automatically then.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 instant or '' for now, 4 reason shown until then.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: closed, when the deadline has passed; suspended, with the instant; or resumed, opening entries when due, the
-- prices of auto-bids.
--#include control
--#include resuming

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end
  if room.phase ~= 'paused' then return done(room, true) end
  local at = tonumber(ARGV[3])
  if at and at > room.now then
    if room.resumeAt == at then return done(room, true) end
    append(room, 'suspended', 'cause', 'staff', 'reason', ARGV[4], 'resumeAtUs', ARGV[3])
    room.pauseCause = 'staff'
    room.resumeAt = at
    room.dueMoved = true
    return done(room)
  end
  resume(room)
  return done(room)
end
