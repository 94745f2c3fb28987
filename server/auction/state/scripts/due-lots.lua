-- Lots of a partition that are due by Redis's clock, oldest first.
-- KEYS 1 due.
-- ARGV 1 most lots, 2 prefix of a lot's hash key, before its id (same partition, same hash tag).
-- Result: lot id, epoch, due instant, lot id, … Appends nothing; due entries of deleted lots are removed, for in
-- time they would hide the others.
--#include library

return function(KEYS, ARGV)
  local time = call('TIME')
  local found = call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', time[1] * 1000000 + time[2]),
    'WITHSCORES', 'LIMIT', 0, ARGV[1])
  local result = {}
  for i = 1, #found, 2 do
    local epoch = tonumber(call('HGET', ARGV[2] .. found[i], 'epoch') or '')
    if epoch then
      result[#result + 1] = tonumber(found[i])
      result[#result + 1] = epoch
      result[#result + 1] = tonumber(found[i + 1])
    else
      call('ZREM', KEYS[1], found[i])
    end
  end
  return result
end
