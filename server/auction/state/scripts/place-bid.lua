-- Judges offers for one lot, one after the other as in separate calls; a confirmed one is answered at once by the strongest
-- rival auto-bid. Shared data is read once, and the state is written once.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, then each offer's refusal key.
-- ARGV 1 lot id, 2 epoch, then the persons of all offers, their bid ids, epochs of an earlier sending or '', amounts,
-- '+' where the person confirmed an offer far above the suggested price or ''.
-- Result: little-endian doubles in one string: epoch, and for each offer eight: 0 or reason, plus 32 when repeated,
-- plus 64 when leading; seq, own seq, time, amount, suggested, deadline, bound.
-- Appends: opening entries when due; closed, when the deadline has passed; for each offer price (the offer), then price
-- (an auto-bid's answer); when refused as `matched`, one price of the earlier auto-bid. Other refusals append nothing.
-- Guarantees: an id is judged once; no offer exceeds a limit or the jump cap; prices strictly rise; at or after the deadline
-- nothing is confirmed; an offer moves the deadline at most once. Only a call's first write can fail, and then nothing
-- is written.
-- Every step per offer counts, because Redis executes nothing else meanwhile: tables, function calls and new strings are
-- avoided.
--#include bid
--#include opening
--#include closing

local KEYS, ARGV, tonumber = KEYS, ARGV, tonumber
local COUNT = #KEYS - 8
-- The offers' arguments begin after these.
local PERSONS, BIDS, SENTS, AMOUNTS, MARKS = 2, 2 + COUNT, 2 + 2 * COUNT, 2 + 3 * COUNT, 2 + 4 * COUNT
-- An offer more than 30 % above the suggested price, in basis points: taken only when confirmed.
local ASK_ABOVE = 3000

-- The answers' numbers, packed into one string at the end: Lua interns every intermediate string, which costs a look-up.
local figures, filled = {}, 1

local function tell(code, seq, own_seq, at, amount, suggested, deadline, bound)
  local figures, n = figures, filled
  figures[n + 1] = code
  figures[n + 2] = seq
  figures[n + 3] = own_seq
  figures[n + 4] = at
  figures[n + 5] = amount
  figures[n + 6] = suggested
  figures[n + 7] = deadline
  figures[n + 8] = bound
  filled = n + 8
end

-- Adds an answer in the format of the other scripts.
local function tell_whole(v)
  tell(v[1] + 32 * v[4] + 64 * v[10], v[3], v[5], v[6], v[7], v[8], v[9], v[12])
end

local function told()
  figures[1] = room.epoch
  return struct.pack('<' .. string.rep('d', filled), unpack(figures, 1, filled))
end

-- The reason why the offer cannot be confirmed, and the bound it exceeds; nil when it can.
local function objection(room, amount, number, limit, revoked, mark)
  if room.phase ~= 'running' then
    return room.phase == 'waiting' and NOT_OPEN_YET or room.phase == 'closed' and CLOSED or SUSPENDED
  end
  if not number then return NOT_ADMITTED end
  if revoked ~= '' then return REVOKED end
  local suggested = room.suggested
  if amount > MAX or suggested == 0 then return TOO_LARGE end
  if room.leader == PERSON and not room.raise then return ALREADY_LEADING end
  if amount < suggested then return BELOW_SUGGESTED end
  local off_step = amount > suggested
  if off_step then rest() end
  if limit and amount > limit and (limits_apply(room.count + 1) or off_step and room.offStep) then
    return LIMIT_EXCEEDED, limit
  end
  -- An offer that is too far is also above this threshold.
  if off_step and room.jumpOffer and amount > suggested + share(suggested, ASK_ABOVE) then
    local most = most_allowed(room.jumpOffer, OFFER_TIMES)
    if amount > most then return TOO_FAR, most end
    if mark == '' then return CONFIRM_JUMP end
  end
end

-- Judges the current offer, whose id has no answer yet; `v`: the bidder as stored; `mark`: '+' or ''.
local function judge(text, v, is_held, mark)
  local room = room
  if is_held then return tell_whole(refuse('price:' .. text .. mark, HELD)) end
  if room.phase == 'waiting' then open_if_due() end
  if now >= room.deadline then close_if_late() end
  local amount = tonumber(text)
  local number, limit, revoked = bidder_of(v)
  local reason, bound = objection(room, amount, number, limit, revoked, mark)
  if reason then return tell_whole(refuse('price:' .. text .. mark, reason, nil, bound)) end

  local two = two_strongest or strongest_two()
  local rival = two[1]
  if rival and rival.person == PERSON then rival = two[2] end
  if rival and rival.maximum == amount then
    confirm(rival.person, amount, 'auto', BID)
    return tell_whole(refuse('price:' .. text .. mark, MATCHED))
  end
  local seq_text = confirm(PERSON, amount, 'offer', BID, number, text)
  local own_seq = room.seq
  keep_answer(seq_text, text, 'price')
  if rival and rival.maximum > amount then outbid(rival, BID) end
  tell(room.leader == PERSON and 64 or 0, room.seq, own_seq, now, amount, room.suggested, room.deadline, 0)
end

if not enter() then
  for _ = 1, COUNT do tell_whole(fenced()) end
  return told()
end

-- Stored answers, refusals and bidders of all offers, one read each.
local ids = {}
for i = 1, COUNT do ids[i] = ARGV[PERSONS + i] .. ':' .. ARGV[BIDS + i] end
ids[COUNT + 1] = IDS_MISSING
local answers = call('HMGET', KEYS[5], unpack(ids))
local refusals = call('MGET', unpack(KEYS, 9))
local bidders = call('HMGET', KEYS[2], unpack(ARGV, PERSONS + 1, BIDS))
all_read = true
ids_missing = answers[COUNT + 1] ~= false
local is_held = held()

for i = 1, COUNT do
  PERSON, BID, SENT, REFUSAL, ID = ARGV[PERSONS + i], ARGV[BIDS + i], ARGV[SENTS + i], KEYS[8 + i], ids[i]
  local text = ARGV[AMOUNTS + i]
  overtime_judged = false
  local answer
  if answers[i] or refusals[i] or ids_missing or SENT ~= '' or kept[ID] or refused[REFUSAL] then
    kept[ID] = kept[ID] or answers[i] or nil
    refused[REFUSAL] = refused[REFUSAL] or refusals[i] or nil
    answer = remembered('price:' .. text, ARGV[MARKS + i]) or to_look_up() or not_placed()
  end
  if answer then tell_whole(answer) else judge(text, bidders[i], is_held, ARGV[MARKS + i]) end
end
return finish(told())
