-- Confirmed prices and the auto-bids that answer them.
-- Awake auto-bids are a sorted set by maximum; members start with the complement of their order, so that reading it in
-- reverse gives the highest first and the earlier of equals before the later.
--#include log
--#include price

local function auto_of(room, person)
  local v = call('HGET', room.keys[3], person)
  if not v then return nil end
  local maximum, order, asleep, salt = match(v, '^(%d+)|(%d+)|(%d)|(.*)$')
  return { maximum = tonumber(maximum), order = tonumber(order), asleep = asleep == '1', salt = salt }
end

local function member(auto, person)
  return format('%016d', MAX - auto.order) .. ':' .. person
end

local function keep_auto(room, person, auto)
  local keys = room.keys
  room.twoStrongest = false
  call('HSET', keys[3], person,
    digits(auto.maximum) .. '|' .. digits(auto.order) .. '|' .. (auto.asleep and '1' or '0') .. '|' .. auto.salt)
  if auto.asleep then
    call('ZREM', keys[4], member(auto, person))
  else
    call('ZADD', keys[4], digits(auto.maximum), member(auto, person))
  end
end

local function drop_auto(room, person, auto)
  local keys = room.keys
  room.twoStrongest = false
  call('HDEL', keys[3], person)
  call('ZREM', keys[4], member(auto, person))
end

-- The awake auto-bids from the highest down to that rank ('-1': all): {person, maximum}. `settle` needs only two.
local function strongest(room, last)
  local found = {}
  local v = call('ZREVRANGE', room.keys[4], '0', last, 'WITHSCORES')
  for i = 1, #v, 2 do
    found[#found + 1] = { person = sub(v[i], 18), maximum = tonumber(v[i + 1]) }
  end
  return found
end

-- Read once, and again when they may have changed.
local function strongest_two(room)
  if not room.twoStrongest then room.twoStrongest = strongest(room, '1') end
  return room.twoStrongest
end

local NOBODY = {}

-- Auto-bids above their limit, if the price with this ordinal is the last without limits. Read once per lot.
local function falling_asleep(room, ordinal)
  if limits_maximum(room, ordinal) or not limits_apply(room, ordinal + 1) then return NOBODY end
  local found = {}
  for _, auto in ipairs(strongest(room, '-1')) do
    local _, limit = bidder(room, auto.person)
    if limit and auto.maximum > limit then found[#found + 1] = auto.person end
  end
  return found
end

-- Confirms one price and puts to sleep the auto-bids that limits exclude from now on. `number` and `amount_text`: the
-- bidder's number and the amount as text, if known. Overtime is evaluated once per command, at its instant. Returns the
-- entry's sequence as text.
local function confirm(room, person, amount, by, bid_id, number, amount_text)
  rest(room)
  local count, before = room.count + 1, room.deadline
  local deadline = (room.overtimeJudged or not room.window) and before or deadline_after_price(room)
  room.overtimeJudged = true
  local extended = deadline > before
  local slept = room.limitFrom and falling_asleep(room, count) or NOBODY
  -- Most prices do not move the deadline.
  if deadline ~= room.textOfDeadline then room.textOfDeadline, room.deadlineText = deadline, digits(deadline) end
  number = number or bidder(room, person)
  -- One field a line, last the persons whose auto-bids fall asleep.
  local seq = append(room, 'price', 'v', person .. '\n' .. number .. '\n' .. (amount_text or digits(amount)) .. '\n' .. by ..
    '\n' .. bid_id .. '\n' .. format('%d', count) .. '\n' .. room.deadlineText .. (extended and '\n1\n' or '\n0\n') ..
    (slept[1] and table.concat(slept, '\n') or ''))
  local leader = room.leader
  if leader ~= person then
    if leader ~= '' then
      room.reserve = leader
      room.reserveNo = room.leaderNo
      room.reserveAmount = room.price
    end
    room.leader = person
    room.leaderNo = number
  end
  room.price = amount
  room.count = count
  room.suggested = suggested_price(room)
  if extended then
    room.deadline = deadline
    room.extensions = room.extensions + 1
    room.dueMoved = true
  end
  for i = 1, #slept do
    local auto = auto_of(room, slept[i])
    auto.asleep = true
    keep_auto(room, slept[i], auto)
  end
  return seq
end

-- The auto-bid answers the price just confirmed by one increment, or by the rest of its maximum; not if it sleeps.
local function outbid(room, auto, bid_id)
  if auto_of(room, auto.person).asleep then return end
  confirm(room, auto.person, math.min(auto.maximum, room.price + increment(room)), 'auto', bid_id)
end

-- What the highest auto-bid gives to lead where no other reaches the suggested price: that price; in rooms with
-- `aboveRunnerUp` one increment above the second maximum, where that is more, or the rest of its own.
local function leading_price(room, top, second)
  if not second then return room.suggested end
  rest(room)
  if not room.aboveRunnerUp then return room.suggested end
  return math.max(room.suggested, math.min(top.maximum, second.maximum + increment(room, second.maximum)))
end

-- Lets awake auto-bids act until only the leader's could. Only the two highest produce entries; the leader's own defends,
-- but never bids against itself. Returns the person who lost a tie to an earlier one, if any.
local function settle(room, bid_id)
  if room.suggested == 0 then return nil end
  local able = strongest_two(room)
  local top, second = able[1], able[2]
  if not top or top.maximum < room.suggested then return nil end
  if not second or second.maximum < room.suggested then
    if top.person ~= room.leader then confirm(room, top.person, leading_price(room, top, second), 'auto', bid_id) end
    return nil
  end
  if second.maximum == top.maximum then
    confirm(room, top.person, top.maximum, 'auto', bid_id)
    return second.person
  end
  confirm(room, second.person, second.maximum, 'auto', bid_id)
  outbid(room, top, bid_id)
  return nil
end
