-- Shared by the commands of staff and domains. Answer: {0 or reason, epoch, seq, 1 when nothing was to be done}.
--#include reasons
--#include opening
--#include closing

local function answer(room, reason, unchanged)
  return finish(room, { reason, room.epoch, room.seq, unchanged and 1 or 0 })
end

local function done(room, unchanged)
  return answer(room, 0, unchanged)
end

-- The room, and a reason that is the answer already: epoch, lease, opening, hammer.
local function greet(KEYS, ARGV)
  local room, there = enter(KEYS, ARGV)
  if not there then return room, { FENCED, room.epoch, 0, 0 } end
  if held(room) then return room, answer(room, HELD) end
  open_if_due(room)
  close_if_late(room)
  if room.phase == 'closed' then return room, answer(room, CLOSED) end
  return room
end
