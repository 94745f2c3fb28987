-- Puts a whole lot in place of whatever Redis had of it: the last step of a load, whose tables were filled aside.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 due, 7 wanted, 8 bidders aside, 9 autos aside, 10 awake aside,
-- 11 ids aside.
-- ARGV 1 lot id, 2 epoch, 3 sequence, 4 next instant at which something is due or '', then field, value of the lot.
-- Result: 1 loaded; 0 left alone: this epoch is here already, as far or farther; -1 refused: a newer epoch is here.
-- Appends nothing. Guarantees: a lot is there wholly or not at all; no older epoch replaces a newer.
--#include lot-format

local have = redis.call('HMGET', KEYS[1], 'epoch', 'live')
local epoch = tonumber(have[1] or 0)
local result = 1
if epoch > tonumber(ARGV[2]) then
  result = -1
elseif epoch == tonumber(ARGV[2]) then
  local there = {}
  read_live(there, have[2])
  if there.seq >= tonumber(ARGV[3]) then result = 0 end
end
redis.call('SREM', KEYS[7], ARGV[1])
if result ~= 1 then
  redis.call('UNLINK', KEYS[8], KEYS[9], KEYS[10], KEYS[11])
  return result
end

-- Fields that are words; all others are figures, '' for none.
local WORDS = { prev = true, phase = true, leader = true, pauseCause = true, outcome = true, reserve = true,
  first = true, incKind = true, inc = true, minAt = true, terms = true, clock = true }
local room = {}
for i = 5, #ARGV, 2 do
  local name, value = ARGV[i], ARGV[i + 1]
  if WORDS[name] then room[name] = value else room[name] = tonumber(value) end
end
room.raise = room.raise == 1
room.offStep = room.offStep == 1

redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
for i = 2, 5 do
  if redis.call('EXISTS', KEYS[i + 6]) == 1 then
    redis.call('RENAME', KEYS[i + 6], KEYS[i])
    redis.call('PERSIST', KEYS[i])
  end
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[2], 'terms', room.terms, 'frozen', pack_frozen(room), 'live', pack_live(room))
if room.clock then redis.call('HSET', KEYS[1], 'clock', room.clock) end
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[6], ARGV[1])
else
  redis.call('ZADD', KEYS[6], ARGV[4], ARGV[1])
end
return 1
