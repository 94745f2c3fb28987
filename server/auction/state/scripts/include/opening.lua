-- Opens a waiting room that is due: the first step of any script at or after opensAt.
-- Appends `opened`, then the prices of waiting auto-bids, all stamped opensAt however late the call; or the hammer, where
-- the rules require participants at the start and there are too few. Counts as a separate call: the command that follows
-- may extend the deadline again.
--#include auto-bids
--#include hammer

local function open_if_due()
  if not opening_due() then return end
  rest()
  local called = now
  now = math.max(room.opens, room.at)
  overtime_judged = false
  append('opened', 'participants', digits(room.admitted))
  room.phase = 'running'
  room.startCount = room.admitted
  due_moved = true
  if room.minAt == 'start' and room.admitted < room.minCount then
    hammer('not-held', '')
  else
    settle('')
  end
  overtime_judged = false
  now = math.max(called, room.at)
end
