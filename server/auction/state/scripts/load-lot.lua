-- Puts a whole lot in place of whatever Redis had of it: the last step of a load, whose tables were filled aside.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 due, 7 wanted, 8–11 the filled tables for 2–5.
-- ARGV 1 lot id, 2 epoch, 3 sequence, 4 next instant at which something is due or '', then field, value of the lot.
-- Result: 1 loaded; 0 left alone: this epoch is here already, as far or farther; -1 refused: a newer epoch is here.
-- Appends nothing. Guarantees: a lot is there wholly or not at all; no older epoch replaces a newer.
local have = redis.call('HMGET', KEYS[1], 'epoch', 'seq')
local epoch, seq = tonumber(have[1]) or 0, tonumber(have[2]) or -1
local result = 1
if epoch > tonumber(ARGV[2]) then result = -1 end
if epoch == tonumber(ARGV[2]) and seq >= tonumber(ARGV[3]) then result = 0 end
redis.call('SREM', KEYS[7], ARGV[1])
if result ~= 1 then
  redis.call('UNLINK', KEYS[8], KEYS[9], KEYS[10], KEYS[11])
  return result
end

redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
for i = 2, 5 do
  if redis.call('EXISTS', KEYS[i + 6]) == 1 then
    redis.call('RENAME', KEYS[i + 6], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  end
end
redis.call('HSET', KEYS[1], unpack(ARGV, 5))
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[6], ARGV[1])
else
  redis.call('ZADD', KEYS[6], ARGV[4], ARGV[1])
end
return 1
