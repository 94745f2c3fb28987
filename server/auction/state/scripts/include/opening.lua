-- Opens a waiting room whose time has come: the first thing any script does at or after opensAt.
-- Appends `opened`, then what waiting auto-bids do, all stamped opensAt however late the call; or, with too few at a
-- start that counts them, the hammer. A call of its own: what follows has its own right to one extension.
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
