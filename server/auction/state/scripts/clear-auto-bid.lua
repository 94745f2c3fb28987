-- Deletes a person's auto-bid; also allowed in a pause. Its confirmed prices remain.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 refusal of this id.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 bid id, 5 epoch of an earlier sending or ''.
-- Result: {0 or reason, epoch, seq, repeated, own seq, time, 0, suggested, deadline, leading, 0, 0}.
-- Appends: opening entries when due; closed, when the deadline has passed; autoCleared, even if there was no auto-bid:
-- a repeat must not clear one set since.
--#include bid
--#include opening
--#include closing

return function(KEYS, ARGV)
  local person, content = ARGV[3], 'autoCleared:0'
  local command = command_of(person, ARGV[4], ARGV[5], KEYS[9])
  local room, answer = greet_bid(KEYS, ARGV, command, content)
  if answer then return answer end
  open_if_due(room)
  close_if_late(room)

  local function no(reason)
    return finish(room, refuse(room, command, content, reason))
  end

  if room.phase == 'closed' then return no(CLOSED) end
  local number, _, revoked = bidder(room, person)
  if not number then return no(NOT_ADMITTED) end
  if revoked ~= '' then return no(REVOKED) end

  local seq = append(room, 'autoCleared', 'person', person, 'number', number, 'bidId', ARGV[4])
  local auto = auto_of(room, person)
  if auto then drop_auto(room, person, auto) end
  keep_answer(room, command.id, seq, '0', 'autoCleared')
  return finish(room, accepted(room, command, room.seq, room.now, 0, false, 0))
end
