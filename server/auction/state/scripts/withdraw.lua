-- Closes the room without a sale: the lot is withdrawn.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 reason, 4 condition: no-price (only a room without a confirmed price), or '' for none.
-- Result: {0 or reason, epoch, seq, 1 when it was withdrawn before}.
-- Appends: opening entries when due; closed, outcome withdrawn, or the regular outcome when the deadline has passed.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no and no[1] == CLOSED and room.outcome == 'withdrawn' then return done(room, true) end
  if no then return no end
  if ARGV[4] == 'no-price' and room.price then return answer(room, ALREADY_BIDDING) end
  hammer(room, 'withdrawn', ARGV[3])
  return done(room)
end
