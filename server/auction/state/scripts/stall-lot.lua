-- Stalls one lot of a partition, or ends its stall: until then every script answers `held` for it, close included.
-- KEYS 1 lease.
-- ARGV 1 owner, 2 lot id, 3 until when by Redis's clock, µs; '' ends the stall.
-- Result: 1 done; 0 the lease has another owner (nothing written). Appends nothing.
--#include library

return function(KEYS, ARGV)
  if call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
  if ARGV[3] == '' then
    call('HDEL', KEYS[1], ARGV[2])
  else
    call('HSET', KEYS[1], ARGV[2], ARGV[3])
  end
  return 1
end
