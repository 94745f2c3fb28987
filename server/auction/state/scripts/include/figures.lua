-- Sums and instants are doubles: exact up to MAX, printed without exponent, never through tostring. They are whole
-- numbers, which %d prints several times faster than %.0f.
--#include library

local MAX = 9007199254740991

local function digits(n)
  return format('%d', n)
end

-- Basis points of an amount, rounded down. In two parts, so that no intermediate product exceeds 2^53.
local function share(amount, points)
  local rest = math.fmod(amount, 10000)
  return (amount - rest) / 10000 * points + math.floor(rest * points / 10000)
end
