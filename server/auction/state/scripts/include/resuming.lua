-- Ends a pause: restores lost time, auto-bids act again; a room paused beyond its opening opens now. Who comes back has a
-- window after each pause, whatever grace the room has had.
--#include opening

local function resume()
  rest()
  restored()
  local opened = room.startCount ~= nil
  local paused = math.max(0, now - math.max(room.pausedAt, room.opens))
  local deadline = room.deadline
  if opened or now >= room.opens then deadline = deadline_after_loss(paused, 0) end
  append('resumed', 'cause', room.pauseCause, 'deadlineUs', digits(deadline), 'pausedUs', digits(paused))
  room.phase = opened and 'running' or 'waiting'
  room.pauseCause = ''
  room.pausedAt = nil
  room.resumeAt = nil
  room.deadline = deadline
  room.pausedUs = room.pausedUs + paused
  note_restored()
  due_moved = true
  if opened then settle('') else open_if_due() end
end
