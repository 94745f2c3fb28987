-- Judges one offer; confirmed, it is answered at once by the strongest rival auto-bid.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 refusal of this id.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 bid id, 5 epoch of an earlier sending or '', 6 amount.
-- Result: {0 or reason, epoch, seq, repeated, own seq, time, amount, suggested, deadline, leading, 0, limit}.
-- Appends: opening entries when due; closed, when the deadline has passed; price (the offer), then price (an auto-bid's
-- answer); when refused as `matched`, one price of the earlier auto-bid. Any other refusal appends nothing of its own.
-- Guarantees: the same id is answered once; nobody passes a limit; prices strictly rise; at or after the deadline
-- nothing is confirmed; the deadline moves at most once.
--#include bid

local CONTENT = 'price:' .. ARGV[6]
local amount = tonumber(ARGV[6])

local answer = greet(CONTENT)
if answer then return answer end

-- Why the offer cannot be confirmed, and the limit if that is why; nothing when it can.
local function objection()
  if room.phase == 'waiting' then return NOT_OPEN_YET end
  if room.phase == 'closed' then return CLOSED end
  if room.phase == 'paused' then return SUSPENDED end
  local number, limit, revoked = bidder(PERSON)
  if not number then return NOT_ADMITTED end
  if revoked ~= '' then return REVOKED end
  if amount > MAX or room.suggested == 0 then return TOO_LARGE end
  if room.leader == PERSON and not room.raise then return ALREADY_LEADING end
  if amount < room.suggested then return BELOW_SUGGESTED end
  if limit and limits_apply(room.count + 1) and amount > limit then return LIMIT_EXCEEDED, limit end
end

-- Nine of ten offers in a busy room end here: the rest of the script is not even set up for them.
if not opening_due() and not late() then
  local reason, limit = objection()
  if reason then return refuse(CONTENT, reason, nil, limit) end
end

--#include opening
--#include closing

if opening_due() or late() then
  open_if_due()
  close_if_late()
  local reason, limit = objection()
  if reason then return finish(refuse(CONTENT, reason, nil, limit)) end
end

local rival
for _, auto in ipairs(strongest(2)) do
  if auto.person ~= PERSON then
    rival = auto
    break
  end
end
if rival and rival.maximum == amount then
  confirm(rival.person, amount, 'auto', ARGV[4])
  return finish(refuse(CONTENT, MATCHED))
end

confirm(PERSON, amount, 'offer', ARGV[4])
local own_seq = room.seq
keep_answer(own_seq, amount, 'price')
if rival and rival.maximum > amount then outbid(rival, ARGV[4]) end
return finish(accepted(own_seq, now, amount, false, 0))
