-- What the commands of staff and business share. Answer: {0 or reason, epoch, seq, 1 when nothing was to be done}.
--#include reasons
--#include opening

local function answer(reason, unchanged)
  return finish({ reason, room.epoch, room.seq, unchanged and 1 or 0 })
end

local function done(unchanged)
  return answer(0, unchanged)
end

-- Epoch, lease, opening, deadline: a reason here is the last word.
local function greet()
  if not enter() then return { FENCED, room.epoch, 0, 0 } end
  if held() then return answer(HELD) end
  open_if_due()
  if room.phase == 'closed' or late() then return answer(CLOSED) end
end
