-- Claims or renews the journal's lease on a partition: scripts decide only while it is valid.
-- KEYS 1 lease, 2 wanted.
-- ARGV 1 owner, 2 PostgreSQL's time in µs, 3 `claim` to take it from any other owner, 4 since when bids cannot reach the rooms
-- (PostgreSQL's time, µs): the owner stays and every script refuses from now on; '' while they can.
-- Result: {1 when it has another owner (nothing written), Redis's time in µs, lots requested since the last call…}.
--#include library

return function(KEYS, ARGV)
  local time = call('TIME')
  local now = time[1] * 1000000 + time[2]
  if ARGV[3] ~= 'claim' and call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return { 1, now } end
  call('HSET', KEYS[1], 'owner', ARGV[1], 'pgUs', ARGV[2])
  if ARGV[4] ~= '' then
    call('HDEL', KEYS[1], 'redisUs')
    call('HSET', KEYS[1], 'heldSinceUs', ARGV[4])
  else
    call('HSET', KEYS[1], 'redisUs', string.format('%.0f', now))
  end
  local result = { 0, now }
  if ARGV[3] ~= 'claim' then
    for _, lot in ipairs(call('SMEMBERS', KEYS[2])) do result[#result + 1] = tonumber(lot) end
    call('DEL', KEYS[2])
  end
  return result
end
