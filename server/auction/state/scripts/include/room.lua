-- The lot as `room`: read once by `enter`, changed by assignment, written once by `finish`.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease. ARGV 1 lot id, 2 epoch (0: any, tests only).
--#include lease
--#include lot-format

local room = empty_lot()
local seq_before
local due_moved = false
-- Answers to accepted ids, alternating id and answer, and the length of the list: written once, with the state.
local answers_to_keep, words_to_keep = {}, 0
local now

-- Reads the state; false when the room does not exist in this epoch and format.
local function enter()
  local v = call('HMGET', KEYS[1], 'epoch', LIVE, 'clock')
  room.epoch = tonumber(v[1] or 0)
  if room.epoch == 0 or not v[2] or (ARGV[2] ~= '0' and ARGV[2] ~= v[1]) then return false end
  read_live(room, v[2])
  seq_before = room.seq
  -- Only a replay's lot has its own clock. No lot's time runs backwards.
  room.clock = v[3] and tonumber(v[3])
  now = math.max(room.clock or REAL_US, room.at)
  return true
end

-- Reads the frozen terms once; only commands that change the room need them.
local function rest()
  if not room.start then read_frozen(room, call('HGET', KEYS[1], FROZEN)) end
end

-- Until when time was given back, and the grace so far; only losses and pauses need them.
local function restored()
  read_restored(room, call('HGET', KEYS[1], 'restored'))
end

-- All time up to now has been given back.
local function note_restored()
  room.restoredTo = now
  call('HSET', KEYS[1], 'restored', pack_restored(room))
end

-- Writes the state if an entry was appended (nothing changes without one), and updates the due list: waiting rooms open,
-- running ones end, a pause may end automatically.
local function finish(result)
  if room.seq ~= seq_before then call('HSET', KEYS[1], LIVE, pack_live(room)) end
  if words_to_keep > 0 then call('HSET', KEYS[5], unpack(answers_to_keep, 1, words_to_keep)) end
  if due_moved and not room.clock then
    local due
    if room.phase == 'waiting' then due = room.opens end
    if room.phase == 'running' then due = room.deadline end
    if room.phase == 'paused' then due = room.resumeAt end
    if due then call('ZADD', KEYS[7], digits(due), ARGV[1]) else call('ZREM', KEYS[7], ARGV[1]) end
  end
  return result
end

-- Whether nothing may be decided now. A replay has no journal.
local function held()
  return not room.clock and held_by(KEYS[8], ARGV[1])
end

-- A waiting room that is due: the first call opens it.
local function opening_due()
  return room.phase == 'waiting' and now >= room.opens
end

local function limits_apply(ordinal)
  return room.limitFrom ~= nil and room.limitFrom <= ordinal
end

-- Whether an auto-bid above its owner's limit sleeps while the next price has this ordinal.
local function limits_maximum(ordinal)
  rest()
  return room.offStep or limits_apply(ordinal)
end

-- Running but past the deadline: no offer counts, and the hammer is due.
local function late()
  return room.phase == 'running' and now >= room.deadline
end

local byte, sub, BAR = string.byte, string.sub, 124

-- A bidder as stored: number (as text), limit (nil: none) and revocation ('': none); nil when not admitted.
local function bidder_of(v)
  if not v then return nil end
  -- Fast path: nearly all have neither, and checking for two bars at the end is faster than a pattern match.
  local last_but_one, last = byte(v, -2, -1)
  if last == BAR and last_but_one == BAR then return sub(v, 1, -3), nil, '' end
  local number, limit, revoked = match(v, '^(%d+)|(%d*)|(%a*)$')
  return number, tonumber(limit), revoked
end

local function bidder(person)
  return bidder_of(call('HGET', KEYS[2], person))
end

local function keep_bidder(person, number, limit, revoked)
  call('HSET', KEYS[2], person, number .. '|' .. (limit and digits(limit) or '') .. '|' .. revoked)
end
