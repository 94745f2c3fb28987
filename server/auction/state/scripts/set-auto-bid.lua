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

local CONTENT = 'autoSet:' .. ARGV[6]
local maximum = tonumber(ARGV[6])

about(ARGV[3], ARGV[4], ARGV[5], KEYS[9])
local answer = greet(CONTENT)
if answer then return answer end
open_if_due()
close_if_late()

local function no(reason, suggested, bound)
  return finish(refuse(CONTENT, reason, suggested, bound))
end

if room.phase == 'closed' then return no(CLOSED) end
if room.phase == 'paused' then return no(SUSPENDED) end
local number, limit, revoked = bidder(PERSON)
if not number then return no(NOT_ADMITTED) end
if revoked ~= '' then return no(REVOKED) end
if maximum > MAX or room.suggested == 0 then return no(TOO_LARGE) end
-- A leader's maximum may equal the own price; anyone else's must be able to lead.
local least = room.leader == PERSON and room.price or room.suggested
if maximum < least then return no(BELOW_SUGGESTED, least) end

rest()
if room.offStep and limit and maximum > limit then return no(LIMIT_EXCEEDED, nil, limit) end
if room.jumpMaximum then
  local most = most_allowed(room.jumpMaximum, MAXIMUM_TIMES)
  if maximum > most then return no(TOO_FAR, nil, most) end
end

local asleep = limit ~= nil and limits_apply(room.count + 1) and maximum > limit
local seq_text = append('autoSet', 'person', PERSON, 'number', number, 'bidId', ARGV[4], 'commitment', ARGV[8],
  'asleep', asleep and '1' or '0', 'maximumTiyin', ARGV[6], 'salt', ARGV[7])
local own_seq = room.seq
local before = auto_of(PERSON)
if before then drop_auto(PERSON, before) end
local order = before and before.maximum == maximum and before.order or own_seq
keep_auto(PERSON, { maximum = maximum, order = order, asleep = asleep, salt = ARGV[7] })

if room.phase == 'running' and settle(ARGV[4]) == PERSON then return no(MATCHED) end
keep_answer(seq_text, ARGV[6], 'autoSet')
local auto = auto_of(PERSON)
return finish(accepted(own_seq, now, maximum, auto.asleep, 0))
