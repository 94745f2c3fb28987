-- Changes a bidder's limit; where limits apply, it may put the auto-bid to sleep or wake it.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 limit or ''.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: opening entries when due; closed, when the deadline has passed; limitSet; the prices a woken
-- auto-bid causes. Confirmed prices remain.
--#include control

return function(KEYS, ARGV)
  local room, no = greet(KEYS, ARGV)
  if no then return no end

  local number, limit, revoked = bidder(room, ARGV[3])
  if not number then return answer(room, NOT_ADMITTED) end
  if revoked ~= '' then return answer(room, REVOKED) end
  local new = tonumber(ARGV[4])
  if new == limit then return done(room, true) end

  local auto = auto_of(room, ARGV[3])
  local asleep = auto ~= nil and new ~= nil and auto.maximum > new and limits_maximum(room, room.count + 1)
  local slept = auto ~= nil and asleep and not auto.asleep
  local woke = auto ~= nil and auto.asleep and not asleep
  append(room, 'limitSet', 'person', ARGV[3], 'limitTiyin', ARGV[4], 'slept', slept and '1' or '0', 'woke', woke and '1' or '0')
  keep_bidder(room, ARGV[3], number, new, '')
  if slept or woke then
    auto.asleep = asleep
    keep_auto(room, ARGV[3], auto)
  end
  if woke and room.phase == 'running' then settle(room, '') end
  return done(room)
end
