-- Ends a pause: restores lost time, auto-bids act again; a room paused beyond its opening opens now.
--#include opening

local function resume()
  rest()
  local opened = room.startCount ~= nil
  local paused = math.max(0, now - math.max(room.pausedAt, room.opens))
  local deadline = room.deadline
  if opened or now >= room.opens then deadline = deadline_after_loss(paused) end
  append('resumed', 'cause', room.pauseCause, 'deadlineUs', digits(deadline), 'pausedUs', digits(paused))
  room.phase = opened and 'running' or 'waiting'
  room.pauseCause = ''
  room.pausedAt = nil
  room.resumeAt = nil
  room.deadline = deadline
  room.pausedUs = room.pausedUs + paused
  due_moved = true
  if opened then settle('') else open_if_due() end
end
