-- Sets or changes a person's secret maximum; in a running room it acts at once.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 refusal of this id.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 bid id, 5 epoch of an earlier sending or '', 6 maximum, 7 salt, 8 commitment.
-- Result: {0 or reason, epoch, seq, repeated, own seq, time, maximum, suggested, deadline, leading, asleep, bound}.
-- Appends: opening entries when due; closed, when the deadline has passed; autoSet with its secret; then the prices it
-- causes. A maximum equal to an earlier one is stored and answered `matched`. Other refusals append no entry of their
-- own.
-- Guarantees: no price exceeds a maximum or an applicable limit, no maximum exceeds the jump cap; setting the same maximum
-- again does not change its order among equals.
--#include bid
--#include opening
--#include closing

return function(KEYS, ARGV)
  local person, maximum, content = ARGV[3], tonumber(ARGV[6]), 'autoSet:' .. ARGV[6]
  local command = command_of(person, ARGV[4], ARGV[5], KEYS[9])
  local room, answer = greet_bid(KEYS, ARGV, command, content)
  if answer then return answer end
  open_if_due(room)
  close_if_late(room)

  local function no(reason, suggested, bound)
    return finish(room, refuse(room, command, content, reason, suggested, bound))
  end

  if room.phase == 'closed' then return no(CLOSED) end
  if room.phase == 'paused' then return no(SUSPENDED) end
  local number, limit, revoked = bidder(room, person)
  if not number then return no(NOT_ADMITTED) end
  if revoked ~= '' then return no(REVOKED) end
  if maximum > MAX or room.suggested == 0 then return no(TOO_LARGE) end
  -- A leader's maximum may equal the own price; anyone else's must be able to lead.
  local least = room.leader == person and room.price or room.suggested
  if maximum < least then return no(BELOW_SUGGESTED, least) end

  rest(room)
  if room.offStep and limit and maximum > limit then return no(LIMIT_EXCEEDED, nil, limit) end
  if room.jumpMaximum then
    local most = most_allowed(room, room.jumpMaximum, MAXIMUM_TIMES)
    if maximum > most then return no(TOO_FAR, nil, most) end
  end

  local asleep = limit ~= nil and limits_apply(room, room.count + 1) and maximum > limit
  local seq_text = append(room, 'autoSet', 'person', person, 'number', number, 'bidId', ARGV[4], 'commitment', ARGV[8],
    'asleep', asleep and '1' or '0', 'maximumTiyin', ARGV[6], 'salt', ARGV[7])
  local own_seq = room.seq
  local before = auto_of(room, person)
  if before then drop_auto(room, person, before) end
  local order = before and before.maximum == maximum and before.order or own_seq
  keep_auto(room, person, { maximum = maximum, order = order, asleep = asleep, salt = ARGV[7] })

  if room.phase == 'running' and settle(room, ARGV[4]) == person then return no(MATCHED) end
  keep_answer(room, command.id, seq_text, ARGV[6], 'autoSet')
  local auto = auto_of(room, person)
  return finish(room, accepted(room, command, own_seq, room.now, maximum, auto.asleep, 0))
end
