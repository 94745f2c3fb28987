-- Ends a pause: lost time is restored, auto-bids act; a room paused beyond its opening opens now. With an instant in the
-- future the pause continues and ends automatically then.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 instant or '' for now, 4 reason shown until then.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: closed, when the deadline has passed; suspended, with the instant; or resumed, opening entries when due, the
-- prices of auto-bids.
--#include control
--#include resuming

local no = greet()
if no then return no end
if room.phase ~= 'paused' then return done(true) end
local at = tonumber(ARGV[3])
if at and at > now then
  if room.resumeAt == at then return done(true) end
  append('suspended', 'cause', 'staff', 'reason', ARGV[4], 'resumeAtUs', ARGV[3])
  room.pauseCause = 'staff'
  room.resumeAt = at
  due_moved = true
  return done()
end
resume()
return done()
