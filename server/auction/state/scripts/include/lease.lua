-- Redis's time, and whether the lease lets a script decide.
--#include figures

local function redis_us()
  local time = call('TIME')
  return time[1] * 1000000 + time[2]
end

-- The journal must have committed within the last second, and PostgreSQL's time must be within 1.25 s of Redis's: a stall
-- or a clock jump holds the room. So does a stall of this lot alone (stall-lot.lua).
local function held_by(lease, lot_id, real_us)
  local v = call('HMGET', lease, 'redisUs', 'pgUs', lot_id)
  local stamped, pg = tonumber(v[1]), tonumber(v[2])
  if not stamped or real_us - stamped > 1000000 or math.abs(real_us - pg) > 1250000 then return true end
  return v[3] ~= false and real_us < tonumber(v[3])
end
