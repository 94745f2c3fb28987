-- The memory of refused ids. A place holds one id and a newer one replaces it, which bounds the memory of refused bids; an
-- answer is void in another epoch.
--#include figures

-- As text, which saves Redis a slow number conversion.
local REFUSAL_LIFE_MS = '600000'

-- Stores the first answer to an id, and returns it as stored. `content`: what was refused; '*': anything.
local function keep_refusal(place, id, epoch, content, reason, seq, at, suggested, deadline, bound)
  local memory = cmsgpack.pack(id, epoch, content, reason, seq, at, suggested, deadline, bound)
  call('SET', place, memory, 'PX', REFUSAL_LIFE_MS)
  return memory
end
