-- Shared by the commands of staff and domains. Answer: {0 or reason, epoch, seq, 1 when nothing was to be done}.
--#include reasons
--#include opening
--#include closing

local function answer(reason, unchanged)
  return finish({ reason, room.epoch, room.seq, unchanged and 1 or 0 })
end

local function done(unchanged)
  return answer(0, unchanged)
end

-- Epoch, lease, opening, hammer: a reason returned here is the answer.
local function greet()
  if not enter() then return { FENCED, room.epoch, 0, 0 } end
  if held() then return answer(HELD) end
  open_if_due()
  close_if_late()
  if room.phase == 'closed' then return answer(CLOSED) end
end
