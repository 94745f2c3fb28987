-- Revokes a bidder. Confirmed prices remain, the auto-bid is deleted; leading at the close counts as declining.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 cause: ban or withdrawn (a ban overrides a withdrawal), 5 condition: idle (only
-- a person who neither leads, nor is the reserve, nor has an auto-bid, nor is needed for the confirmed prices to count),
-- not-leading (only a person who neither leads nor is needed so), unopened (only before bidding has begun), or '' for none.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; closed, when the deadline has passed; revoked.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end

  local number, limit, revoked = bidder(room, ARGV[3])
  if not number then return answer(room, NOT_ADMITTED) end
  if revoked == ARGV[4] or revoked == 'ban' then return done(room, true) end

  if ARGV[5] == 'unopened' and room.phase ~= 'waiting' then return answer(room, ALREADY_BIDDING) end

  local auto = auto_of(room, ARGV[3])
  if ARGV[5] == 'idle' and (room.leader == ARGV[3] or room.reserve == ARGV[3] or auto) then
    return answer(room, ALREADY_BIDDING)
  end

  rest(room)
  -- Without this person too few would remain at the close, and the confirmed prices would be void.
  local needed = revoked == '' and room.count > 0 and room.minAt == 'close' and room.admitted == room.minCount
  local prevented = ARGV[5] == 'idle' and needed or ARGV[5] == 'not-leading' and (room.leader == ARGV[3] or needed)
  if prevented then return answer(room, ALREADY_LEADING) end

  append(room, 'revoked', 'person', ARGV[3], 'cause', ARGV[4], 'counted', revoked == '' and '1' or '0')
  keep_bidder(room, ARGV[3], number, limit, ARGV[4])
  if revoked == '' then room.admitted = room.admitted - 1 end
  if auto then drop_auto(room, ARGV[3], auto) end
  return done(room)
end
