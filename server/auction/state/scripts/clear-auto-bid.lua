-- Deletes a person's auto-bid; also allowed in a pause. Its confirmed prices remain.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 refusal of this id.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 bid id, 5 epoch of an earlier sending or ''.
-- Result: {0 or reason, epoch, seq, repeated, own seq, time, 0, suggested, deadline, leading, 0, 0}.
-- Appends: opening entries when due; closed, when the deadline has passed; autoCleared, even if there was no auto-bid:
-- a repeat must not clear one set since.
--#include bid
--#include opening
--#include closing

local CONTENT = 'autoCleared:0'

about(ARGV[3], ARGV[4], ARGV[5], KEYS[9])
local answer = greet(CONTENT)
if answer then return answer end
open_if_due()
close_if_late()

local function no(reason)
  return finish(refuse(CONTENT, reason))
end

if room.phase == 'closed' then return no(CLOSED) end
local number, _, revoked = bidder(PERSON)
if not number then return no(NOT_ADMITTED) end
if revoked ~= '' then return no(REVOKED) end

local seq = append('autoCleared', 'person', PERSON, 'number', number, 'bidId', ARGV[4])
local auto = auto_of(PERSON)
if auto then drop_auto(PERSON, auto) end
keep_answer(seq, '0', 'autoCleared')
return finish(accepted(room.seq, now, 0, false, 0))
