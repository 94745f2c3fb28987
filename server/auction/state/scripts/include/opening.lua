-- Opens a waiting room that is due: the first step of any script at or after opensAt.
-- Appends `opened`, then the prices of waiting auto-bids, all stamped opensAt however late the call; or the hammer, where
-- the rules require participants at the start and there are too few. Counts as a separate call: the command that follows
-- may extend the deadline again.
--#include auto-bids
--#include hammer

local function open_if_due(room)
  if not opening_due(room) then return end
  rest(room)
  local called = room.now
  room.now = math.max(room.opens, room.at)
  room.overtimeJudged = false
  append(room, 'opened', 'participants', digits(room.admitted))
  room.phase = 'running'
  room.startCount = room.admitted
  room.dueMoved = true
  if room.minAt == 'start' and room.admitted < room.minCount then
    hammer(room, 'not-held', '')
  else
    settle(room, '')
  end
  room.overtimeJudged = false
  room.now = math.max(called, room.at)
end
