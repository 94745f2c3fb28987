-- Rules that depend on the price: next increment, suggested price, overtime.
--#include room

-- The k-th (from 0) of a comma-separated list of numbers, the last one repeating.
local function nth(list, k)
  local found
  for item in string.gmatch(list, '[^,]+') do
    found = item
    if k == 0 then break end
    k = k - 1
  end
  return tonumber(found)
end

-- The amount of the last step that starts at or below the price; below the first step, its amount.
local function ladder(steps, price)
  local amount
  for from, step in string.gmatch(steps, '(%d+):(%d+)') do
    if amount and tonumber(from) > price then break end
    amount = tonumber(step)
  end
  return amount
end

-- Least raise above a price, by default the current one (the start price while there is none): rounded down, at least 1.
local function increment(room, above)
  if room.fixedIncrement then return room.fixedIncrement end
  rest(room)
  local current = above or room.price or room.start
  local raise
  if room.incKind == 'percentOfStart' then
    raise = share(room.start, nth(room.inc, room.count))
  elseif room.incKind == 'percentOfCurrent' then
    raise = share(current, tonumber(room.inc))
  elseif room.incKind == 'fixed' then
    room.fixedIncrement = math.max(1, tonumber(room.inc))
    return room.fixedIncrement
  else
    raise = ladder(room.inc, current)
  end
  return math.max(1, raise)
end

-- Least acceptable offer; 0 when no further price fits.
local function suggested_price(room)
  local price = room.price
  if not price then
    rest(room)
    if room.first == 'atStart' then return room.start end
  end
  local suggested = (price or room.start) + increment(room)
  return suggested > MAX and 0 or suggested
end

-- +100 % and +1 000 %: an offer or a maximum may be this multiple of the suggested price however small the increments.
local OFFER_TIMES, MAXIMUM_TIMES = 2, 11

-- The most an offer or a maximum may be now: `jump` increments above the suggested price, or `times` that price, whichever
-- is more. Above MAX it is inexact but remains above it, so that MAX alone decides.
local function most_allowed(room, jump, times)
  local suggested = room.suggested
  return math.max(suggested + jump * increment(room), suggested * times)
end

local DAY = 86400000000
local UTC_PLUS_5 = 18000000000

-- The first instant with this minute of the day (UTC+5) at or after `from`.
local function daily_stop(minute, from)
  local here = from + UTC_PLUS_5
  local stop = here - math.fmod(here, DAY) + minute * 60000000
  if stop < here then stop = stop + DAY end
  return stop - UTC_PLUS_5
end

-- The deadline moves when less than the window is left; cap and daily stop exclude pauses; it never moves earlier.
local function deadline_after_price(room)
  rest(room)
  local now = room.now
  if not room.window or room.deadline - now >= room.window then return room.deadline end
  local deadline = now + room.extend
  if room.cap then deadline = math.min(deadline, room.closes + room.cap + room.pausedUs) end
  if room.stop then
    deadline = math.min(deadline, daily_stop(room.stop, room.deadline - room.pausedUs) + room.pausedUs)
  end
  return math.max(deadline, room.deadline)
end

-- Restores lost time, and leaves at least one window (60 s without overtime) from now. What this gives beyond the lost time
-- is grace; `used`: how much of one window of it the room has had.
local function deadline_after_loss(room, lost, used)
  rest(room)
  local window = room.window or 60000000
  local restored = room.deadline + lost
  return math.max(restored, math.min(room.now + window, restored + math.max(0, window - used)))
end
