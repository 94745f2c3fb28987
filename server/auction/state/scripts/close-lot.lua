-- Executes what is due: opening, automatic resumption of a pause, the hammer. Safe to call at any time.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch.
-- Result: closed {0, epoch, seq, outcome, 1 when it was closed before}; not due {-1, epoch, seq, next instant or 0, phase};
-- refused {reason, epoch, seq}.
-- Appends: opening entries, resumed, closed, as due.
-- Guarantees: the winner is the last price before the deadline, however late and however often it is called.
--#include control
--#include resuming

return function(KEYS, ARGV)
  local room, there = enter(KEYS, ARGV)
  if not there then return { FENCED, room.epoch, 0 } end
  if room.phase == 'closed' then
    rest(room)
    return { 0, room.epoch, room.seq, room.outcome, 1 }
  end
  if held(room) then return { HELD, room.epoch, room.seq } end
  open_if_due(room)
  rest(room)
  if room.phase == 'paused' and room.resumeAt and room.now >= room.resumeAt then resume(room) end

  close_if_late(room)
  if room.phase == 'closed' then return finish(room, { 0, room.epoch, room.seq, room.outcome, 0 }) end

  local due = room.resumeAt or 0
  if room.phase == 'waiting' then due = room.opens end
  if room.phase == 'running' then due = room.deadline end
  return finish(room, { -1, room.epoch, room.seq, due, room.phase })
end
