-- What bids share: ids, memory of refusals, answers.
-- KEYS 9 this id's refusal, if it was refused. ARGV 3 person, 4 bid id, 5 epoch of an earlier sending or ''.
-- Answer: {0 or reason, epoch, seq, repeated, own seq, time, amount, suggested, deadline, leading, asleep, limit}.
--#include reasons
--#include room

local REFUSAL_LIFE_MS = 600000
local PERSON = ARGV[3]
local ID = ARGV[3] .. ':' .. ARGV[4]

local function accepted(own_seq, at, amount, asleep, repeated)
  return { 0, room.epoch, room.seq, repeated, own_seq, at, amount, room.suggested, room.deadline,
    room.leader == PERSON and 1 or 0, asleep and 1 or 0, 0 }
end

local function refusal(reason, suggested, limit)
  if reason == CLOSED then suggested = 0 end
  return { reason, room.epoch, room.seq, 0, 0, now, 0, suggested or room.suggested, room.deadline, 0, 0, limit or 0 }
end

-- Refuses and remembers it, so that a repeat gets the same answer; in another epoch the memory is void.
local function refuse(content, reason, suggested, limit)
  local v = refusal(reason, suggested, limit)
  redis.call('SET', KEYS[9], cmsgpack.pack(room.epoch, content, reason, room.seq, now, v[8], v[9], v[12]),
    'PX', REFUSAL_LIFE_MS)
  return v
end

local function keep_answer(own_seq, amount, kind)
  redis.call('HSET', KEYS[5], ID, digits(own_seq) .. '|' .. digits(amount) .. '|' .. kind .. '|' .. digits(now))
end

-- The first answer to this id, if there is one; `content` nil: whatever it asked for.
local function remembered(content)
  local v = redis.call('HGET', KEYS[5], ID)
  if v then
    local seq, amount, kind, at = string.match(v, '^(%d+)|(%d+)|(%a+)|(%d+)$')
    if content and content ~= kind .. ':' .. amount then return refusal(ID_REUSED) end
    local asleep = kind == 'autoSet' and string.match(redis.call('HGET', KEYS[3], PERSON) or '', '^%d+|%d+|1|') ~= nil
    return accepted(tonumber(seq), tonumber(at), tonumber(amount), asleep, 1)
  end
  v = redis.call('GET', KEYS[9])
  if not v then return nil end
  local epoch, asked, reason, seq, at, suggested, deadline, limit = cmsgpack.unpack(v)
  if epoch ~= room.epoch then return nil end
  if content and asked ~= '*' and asked ~= content then return refusal(ID_REUSED) end
  return { reason, epoch, seq, 1, 0, at, 0, suggested, deadline, 0, 0, limit }
end

-- Sent in an earlier epoch and unknown: it was never placed, and that is final.
local function not_placed()
  local sent = tonumber(ARGV[5])
  if sent and sent < room.epoch then return refuse('*', NOT_PLACED) end
end

local function fenced()
  return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
end

-- Everything that comes before the rules of a bid; an answer here is the last word.
local function greet(content)
  if not enter() then return fenced() end
  local answer = remembered(content) or not_placed()
  if answer then return answer end
  if held() then return refuse(content, HELD) end
end
