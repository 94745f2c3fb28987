-- Ends a pause: restores lost time, auto-bids act again; a room paused beyond its opening opens now. Who comes back has a
-- window after each pause, whatever grace the room has had.
--#include opening

local function resume(room)
  rest(room)
  restored(room)
  local now = room.now
  local opened = room.startCount ~= nil
  local paused = math.max(0, now - math.max(room.pausedAt, room.opens))
  local deadline = room.deadline
  if opened or now >= room.opens then deadline = deadline_after_loss(room, paused, 0) end
  append(room, 'resumed', 'cause', room.pauseCause, 'deadlineUs', digits(deadline), 'pausedUs', digits(paused))
  room.phase = opened and 'running' or 'waiting'
  room.pauseCause = ''
  room.pausedAt = nil
  room.resumeAt = nil
  room.deadline = deadline
  room.pausedUs = room.pausedUs + paused
  note_restored(room)
  room.dueMoved = true
  if opened then settle(room, '') else open_if_due(room) end
end
