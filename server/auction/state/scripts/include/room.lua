-- The lot as `room`: read once by `enter`, handed on as an argument, changed by assignment, written once by `finish`.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease. ARGV 1 lot id, 2 epoch.
-- Besides the lot's own values a room carries what belongs to its call: `keys`, `lotId`, `realUs` (Redis's time), `now` (the
-- instant being judged), what is to be written at the end, and texts and reads that are needed again.
--#include lease
--#include lot-format

-- Reads the state. Returns the room, and whether it exists in this epoch and format.
local function enter(KEYS, ARGV)
  local room = empty_room()
  room.keys, room.lotId, room.realUs = KEYS, ARGV[1], redis_us()
  local v = call('HMGET', KEYS[1], 'epoch', LIVE, 'clock')
  room.epoch = tonumber(v[1] or 0)
  if room.epoch == 0 or not v[2] or ARGV[2] ~= v[1] then return room, false end
  read_live(room, v[2])
  room.seqBefore = room.seq
  -- Only a replay's lot has its own clock. No lot's time runs backwards.
  room.clock = v[3] and tonumber(v[3])
  room.now = math.max(room.clock or room.realUs, room.at)
  return room, true
end

-- Reads the frozen terms once; only commands that change the room need them.
local function rest(room)
  if not room.start then read_frozen(room, call('HGET', room.keys[1], FROZEN)) end
end

-- Until when time was given back, and the grace so far; only losses and pauses need them.
local function restored(room)
  read_restored(room, call('HGET', room.keys[1], 'restored'))
end

-- All time up to now has been given back.
local function note_restored(room)
  room.restoredTo = room.now
  call('HSET', room.keys[1], 'restored', pack_restored(room))
end

-- Writes the state if an entry was appended (nothing changes without one), and updates the due list: waiting rooms open,
-- running ones end, a pause may end automatically.
local function finish(room, result)
  local keys = room.keys
  if room.seq ~= room.seqBefore then call('HSET', keys[1], LIVE, pack_live(room)) end
  if room.wordsToKeep > 0 then call('HSET', keys[5], unpack(room.answersToKeep, 1, room.wordsToKeep)) end
  if room.dueMoved and not room.clock then
    local due
    if room.phase == 'waiting' then due = room.opens end
    if room.phase == 'running' then due = room.deadline end
    if room.phase == 'paused' then due = room.resumeAt end
    if due then call('ZADD', keys[7], digits(due), room.lotId) else call('ZREM', keys[7], room.lotId) end
  end
  return result
end

-- Whether nothing may be decided now. A replay has no journal.
local function held(room)
  return not room.clock and held_by(room.keys[8], room.lotId, room.realUs)
end

-- A waiting room that is due: the first call opens it.
local function opening_due(room)
  return room.phase == 'waiting' and room.now >= room.opens
end

local function limits_apply(room, ordinal)
  return room.limitFrom ~= nil and room.limitFrom <= ordinal
end

-- Whether an auto-bid above its owner's limit sleeps while the next price has this ordinal.
local function limits_maximum(room, ordinal)
  rest(room)
  return room.offStep or limits_apply(room, ordinal)
end

-- Running but past the deadline: no offer counts, and the hammer is due.
local function late(room)
  return room.phase == 'running' and room.now >= room.deadline
end

local BAR = 124

-- A bidder as stored: number (as text), limit (nil: none) and revocation ('': none); nil when not admitted.
local function bidder_of(v)
  if not v then return nil end
  -- Fast path: nearly all have neither, and checking for two bars at the end is faster than a pattern match.
  local last_but_one, last = byte(v, -2, -1)
  if last == BAR and last_but_one == BAR then return sub(v, 1, -3), nil, '' end
  local number, limit, revoked = match(v, '^(%d+)|(%d*)|(%a*)$')
  return number, tonumber(limit), revoked
end

local function bidder(room, person)
  return bidder_of(call('HGET', room.keys[2], person))
end

local function keep_bidder(room, person, number, limit, revoked)
  call('HSET', room.keys[2], person, number .. '|' .. (limit and digits(limit) or '') .. '|' .. revoked)
end
