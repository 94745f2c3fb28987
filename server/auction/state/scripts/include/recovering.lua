-- Restores the time a running room lost in an interruption that began at `began`; `resume_at` nil: staff resume it.
-- Appends opening entries when due, then deadlineMoved, or for an outage suspended, stamped with its beginning. False when
-- nothing was to be done: the room waits, is paused or closed, or its deadline was before the interruption. A hold pauses
-- the room in every phase, also past its deadline, so that nothing happens by itself until staff resume it. No time is given
-- back twice, and all stalls and rebuilds of a room together give one window of grace: however often they come, it ends.
--#include opening
--#include closing

local function restore_lost_time(room, mode, began, resume_at)
  local hold = mode == 'hold'
  if hold then
    resume_at = nil
    if room.phase == 'closed' or room.phase == 'paused' and not room.resumeAt then return false end
  else
    open_if_due(room)
    if room.phase ~= 'running' or room.deadline <= began then return false end
  end
  rest(room)
  restored(room)
  local now = room.now
  local from = math.min(now, math.max(began, room.opens, room.restoredTo))
  if hold or mode == 'outage' then
    room.now = math.max(from, room.at)
    append(room, 'suspended', 'cause', 'outage', 'reason', '', 'resumeAtUs', resume_at and digits(resume_at) or '')
    if room.phase ~= 'paused' then room.pausedAt = room.now end
    room.phase = 'paused'
    room.pauseCause = 'outage'
    room.resumeAt = resume_at
  else
    local lost = now - from
    local deadline = deadline_after_loss(room, lost, room.grace)
    append(room, 'deadlineMoved', 'cause', mode, 'reason', '', 'deadlineUs', digits(deadline), 'outageUs', digits(lost))
    room.grace = room.grace + deadline - room.deadline - lost
    room.deadline = deadline
    room.pausedUs = room.pausedUs + lost
    note_restored(room)
  end
  room.dueMoved = true
  return true
end
