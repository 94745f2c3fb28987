-- The lot's hash as `room`: read in two parts (a refusal needs only the first), changed by `set`, written by `finish`.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease. ARGV 1 lot id, 2 epoch (0: any, tests only).
--#include figures

local TIME = redis.call('TIME')
local REAL_US = TIME[1] * 1000000 + TIME[2]

local room = {}
local changes = {}
local due_moved = false
local now

-- Reads what every command needs; false when there is no such room in this epoch.
local function enter()
  local v = redis.call('HMGET', KEYS[1], 'epoch', 'seq', 'prev', 'phase', 'deadline', 'at', 'seen', 'price', 'count',
    'leader', 'suggested', 'limitFrom', 'opens', 'clock', 'raise', 'pauseCause')
  room.epoch = tonumber(v[1]) or 0
  if room.epoch == 0 or (ARGV[2] ~= '0' and ARGV[2] ~= v[1]) then return false end
  room.seq, room.prev, room.phase = tonumber(v[2]), v[3], v[4]
  room.deadline, room.at, room.seen = tonumber(v[5]), tonumber(v[6]), tonumber(v[7])
  room.price, room.count, room.leader = tonumber(v[8]), tonumber(v[9]), v[10]
  room.suggested, room.limitFrom, room.opens = tonumber(v[11]), tonumber(v[12]), tonumber(v[13])
  room.clock, room.raise, room.pauseCause = tonumber(v[14]), v[15] == '1', v[16]
  -- Only a replay's lot carries a clock of its own. No lot's time runs backwards.
  now = math.max(room.clock or REAL_US, room.at, room.seen)
  return true
end

-- Reads the rest, once: frozen terms and what only a change needs.
local rest_read = false
local function rest()
  if rest_read then return end
  rest_read = true
  local v = redis.call('HMGET', KEYS[1], 'start', 'first', 'incKind', 'inc', 'window', 'extend', 'cap', 'stop',
    'closes', 'pausedUs', 'minCount', 'minAt', 'extensions', 'admitted', 'startCount', 'pausedAt', 'resumeAt',
    'leaderNo', 'reserve', 'reserveNo', 'reserveAmount', 'outcome')
  room.start, room.first, room.incKind, room.inc = tonumber(v[1]), v[2], v[3], v[4]
  room.window, room.extend, room.cap, room.stop = tonumber(v[5]), tonumber(v[6]), tonumber(v[7]), tonumber(v[8])
  room.closes, room.pausedUs = tonumber(v[9]), tonumber(v[10])
  room.minCount, room.minAt = tonumber(v[11]), v[12]
  room.extensions, room.admitted, room.startCount = tonumber(v[13]), tonumber(v[14]), tonumber(v[15])
  room.pausedAt, room.resumeAt, room.leaderNo = tonumber(v[16]), tonumber(v[17]), tonumber(v[18])
  room.reserve, room.reserveNo, room.reserveAmount = v[19], tonumber(v[20]), tonumber(v[21])
  room.outcome = v[22]
end

local function set(name, value)
  room[name] = value
  changes[#changes + 1] = name
  changes[#changes + 1] = type(value) == 'number' and digits(value) or value or ''
end

-- Writes what was changed and keeps the due list: waiting opens, running ends, a pause may end by itself.
local function finish(result)
  if #changes > 0 then redis.call('HSET', KEYS[1], unpack(changes)) end
  if due_moved and not room.clock then
    local due
    if room.phase == 'waiting' then due = room.opens end
    if room.phase == 'running' then due = room.deadline end
    if room.phase == 'paused' then due = room.resumeAt end
    if due then redis.call('ZADD', KEYS[7], digits(due), ARGV[1]) else redis.call('ZREM', KEYS[7], ARGV[1]) end
  end
  return result
end

-- The journal must have committed within the last second, and PostgreSQL's time must be Redis's to 1.25 s: a stall or
-- a clock that jumped holds the room. A replay has no journal.
local function held()
  if room.clock then return false end
  local v = redis.call('HMGET', KEYS[8], 'redisUs', 'pgUs')
  local stamped, pg = tonumber(v[1]), tonumber(v[2])
  return not stamped or REAL_US - stamped > 1000000 or math.abs(REAL_US - pg) > 1250000
end

-- Running, but over: nothing counts any more, closed or not. Remembered, so that a clock set back reopens nothing.
local function late()
  if room.phase ~= 'running' or now < room.deadline then return false end
  if not room.clock then redis.call('HSET', KEYS[1], 'seen', digits(now)) end
  return true
end

-- number, limit (nil: none) and revocation ('' : in good standing) of a bidder; nothing for a stranger.
local function bidder(person)
  local v = redis.call('HGET', KEYS[2], person)
  if not v then return nil end
  local number, limit, revoked = string.match(v, '^(%d+)|(%d*)|(%a*)$')
  return tonumber(number), tonumber(limit), revoked
end

local function keep_bidder(person, number, limit, revoked)
  redis.call('HSET', KEYS[2], person, digits(number) .. '|' .. (limit and digits(limit) or '') .. '|' .. revoked)
end
