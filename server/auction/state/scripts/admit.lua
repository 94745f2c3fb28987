-- Admits a bidder, with number and limit. The first admission remains in force; a person who withdrew may be admitted again,
-- one who was banned may not.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 number, 5 limit or ''.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; closed, when the deadline has passed; admitted.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end

  local known, _, revoked = bidder(room, ARGV[3])
  if known and revoked == '' then return done(room, true) end
  if known and revoked == 'ban' then return answer(room, REVOKED) end

  rest(room)
  append(room, 'admitted', 'person', ARGV[3], 'number', ARGV[4], 'limitTiyin', ARGV[5])
  keep_bidder(room, ARGV[3], ARGV[4], tonumber(ARGV[5]), '')
  room.admitted = room.admitted + 1
  return done(room)
end
