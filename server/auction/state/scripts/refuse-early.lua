-- Refuses offers for one lot that a web process found below every price that can still be accepted, judged by what is
-- committed: stores the refusals, unless place-bid must judge an offer after all.
-- KEYS 1 lot, 2 ids, 3 lease, then each offer's refusal key.
-- ARGV 1 lot id, 2 epoch, 3 committed sequence, 4 suggested price there, 5 deadline there, then the persons of all offers,
-- their bid ids, amounts, '+' where the person confirmed an offer far above the suggested price or ''.
-- Result: little-endian doubles in one string: the time of the refusals, and for each offer 0 when it is refused, or 1 when
-- place-bid must judge it, and then nothing was written for it.
-- Appends: nothing.
-- Guarantees: an offer is refused only while its room runs in that epoch, before the deadline, under a valid lease, in a
-- Redis that has all that is committed; and only if its id has no answer yet: so an id has one verdict, from either script.
--#include lease
--#include lot-format
--#include refusals
--#include reasons

-- The time of the refusals; nil when no offer may be refused here. Only a replay's lot has a clock of its own, and no journal.
local function time_to_refuse(KEYS, ARGV)
  local lot = call('HMGET', KEYS[1], 'epoch', LIVE, 'clock')
  if lot[1] ~= ARGV[2] or not lot[2] then return nil end
  local _, seq, _, phase, deadline, at = cmsgpack.unpack_limit(lot[2], 5, 0)
  local clock, real_us = lot[3] and tonumber(lot[3]), redis_us()
  local now = math.max(clock or real_us, at)
  if seq < tonumber(ARGV[3]) or phase ~= 'running' or now >= deadline then return nil end
  if not clock and held_by(KEYS[3], ARGV[1], real_us) then return nil end
  return now
end

return function(KEYS, ARGV)
  local count = #KEYS - 3
  -- The offers' arguments begin after these.
  local persons, bids, amounts, marks = 5, 5 + count, 5 + 2 * count, 5 + 3 * count
  local ids = {}
  for i = 1, count do ids[i] = ARGV[persons + i] .. ':' .. ARGV[bids + i] end
  ids[count + 1] = IDS_MISSING
  local now = time_to_refuse(KEYS, ARGV)
  local answers = now and call('HMGET', KEYS[2], unpack(ids))
  local figures = { now or 0 }
  if not now or answers[count + 1] then
    for i = 1, count do figures[i + 1] = 1 end
  else
    local epoch, seq, suggested, deadline = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
    local places = call('MGET', unpack(KEYS, 4))
    -- Places written by this call: they may hold the id of a later offer.
    local written = {}
    for i = 1, count do
      local id, place = ids[i], KEYS[3 + i]
      local known = written[place] or places[i]
      -- The id may be that of the stored refusal: a plain search is faster than unpacking it.
      if answers[i] or known and string.find(known, id, 1, true) then
        figures[i + 1] = 1
      else
        local content = 'price:' .. ARGV[amounts + i] .. ARGV[marks + i]
        written[place] = keep_refusal(place, id, epoch, content, BELOW_SUGGESTED, seq, now, suggested, deadline, 0)
        figures[i + 1] = 0
      end
    end
  end
  return struct.pack('<' .. string.rep('d', count + 1), unpack(figures))
end
