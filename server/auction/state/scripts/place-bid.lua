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

-- An offer more than 30 % above the suggested price, in basis points: taken only when confirmed.
local ASK_ABOVE = 3000

-- Adds an answer's eight numbers to the figures, which are packed into one string at the end: Lua interns every intermediate
-- string, which costs a look-up.
local function tell(figures, code, seq, own_seq, at, amount, suggested, deadline, bound)
  local n = figures.n
  figures[n + 1] = code
  figures[n + 2] = seq
  figures[n + 3] = own_seq
  figures[n + 4] = at
  figures[n + 5] = amount
  figures[n + 6] = suggested
  figures[n + 7] = deadline
  figures[n + 8] = bound
  figures.n = n + 8
end

-- Adds an answer in the format of the other scripts.
local function tell_whole(figures, v)
  tell(figures, v[1] + 32 * v[4] + 64 * v[10], v[3], v[5], v[6], v[7], v[8], v[9], v[12])
end

local function packed(room, figures)
  figures[1] = room.epoch
  return struct.pack('<' .. string.rep('d', figures.n), unpack(figures, 1, figures.n))
end

-- The reason why the offer cannot be confirmed, and the bound it exceeds; nil when it can.
local function objection(room, person, amount, number, limit, revoked, mark)
  if room.phase ~= 'running' then
    return room.phase == 'waiting' and NOT_OPEN_YET or room.phase == 'closed' and CLOSED or SUSPENDED
  end
  if not number then return NOT_ADMITTED end
  if revoked ~= '' then return REVOKED end
  local suggested = room.suggested
  if amount > MAX or suggested == 0 then return TOO_LARGE end
  if room.leader == person and not room.raise then return ALREADY_LEADING end
  if amount < suggested then return BELOW_SUGGESTED end
  local off_step = amount > suggested
  if off_step then rest(room) end
  if limit and amount > limit and (limits_apply(room, room.count + 1) or off_step and room.offStep) then
    return LIMIT_EXCEEDED, limit
  end
  -- An offer that is too far is also above this threshold.
  if off_step and room.jumpOffer and amount > suggested + share(suggested, ASK_ABOVE) then
    local most = most_allowed(room, room.jumpOffer, OFFER_TIMES)
    if amount > most then return TOO_FAR, most end
    if mark == '' then return CONFIRM_JUMP end
  end
end

-- Judges an offer whose id has no answer yet; `v`: the bidder as stored; `mark`: '+' or ''.
local function judge(room, figures, offer, text, v, is_held, mark)
  if is_held then return tell_whole(figures, refuse(room, offer, 'price:' .. text .. mark, HELD)) end
  if room.phase == 'waiting' then open_if_due(room) end
  if room.now >= room.deadline then close_if_late(room) end
  local person, bid_id, amount = offer.person, offer.bidId, tonumber(text)
  local number, limit, revoked = bidder_of(v)
  local reason, bound = objection(room, person, amount, number, limit, revoked, mark)
  if reason then return tell_whole(figures, refuse(room, offer, 'price:' .. text .. mark, reason, nil, bound)) end

  local two = room.twoStrongest or strongest_two(room)
  local rival = two[1]
  if rival and rival.person == person then rival = two[2] end
  if rival and rival.maximum == amount then
    confirm(room, rival.person, amount, 'auto', bid_id)
    return tell_whole(figures, refuse(room, offer, 'price:' .. text .. mark, MATCHED))
  end
  local seq_text = confirm(room, person, amount, 'offer', bid_id, number, text)
  local own_seq = room.seq
  keep_answer(room, offer.id, seq_text, text, 'price')
  if rival and rival.maximum > amount then outbid(room, rival, bid_id) end
  tell(figures, room.leader == person and 64 or 0, room.seq, own_seq, room.now, amount, room.suggested, room.deadline, 0)
end

return function(KEYS, ARGV)
  local count = #KEYS - 8
  -- The offers' arguments begin after these.
  local persons, bids, sents, amounts, marks = 2, 2 + count, 2 + 2 * count, 2 + 3 * count, 2 + 4 * count
  local figures = { n = 1 }
  local room, there = enter(KEYS, ARGV)
  if not there then
    for _ = 1, count do tell_whole(figures, fenced(room)) end
    return packed(room, figures)
  end

  -- Stored answers, refusals and bidders of all offers, one read each.
  remember_ids(room)
  local ids = {}
  for i = 1, count do ids[i] = ARGV[persons + i] .. ':' .. ARGV[bids + i] end
  ids[count + 1] = IDS_MISSING
  local answers = call('HMGET', KEYS[5], unpack(ids))
  local refusals = call('MGET', unpack(KEYS, 9))
  local bidders = call('HMGET', KEYS[2], unpack(ARGV, persons + 1, bids))
  room.allRead = true
  room.idsMissing = answers[count + 1] ~= false
  local given, refused, ids_missing, is_held = room.given, room.refused, room.idsMissing, held(room)

  -- The offer being judged: one table for all, because tables cost.
  local offer = { person = '', bidId = '', id = '', sent = '', place = '' }
  for i = 1, count do
    local id, place, sent = ids[i], KEYS[8 + i], ARGV[sents + i]
    offer.person, offer.bidId, offer.id, offer.sent, offer.place = ARGV[persons + i], ARGV[bids + i], id, sent, place
    local text, mark = ARGV[amounts + i], ARGV[marks + i]
    room.overtimeJudged = false
    local answer
    if answers[i] or refusals[i] or ids_missing or sent ~= '' or given[id] or refused[place] then
      given[id] = given[id] or answers[i] or nil
      refused[place] = refused[place] or refusals[i] or nil
      answer = answered(room, offer, 'price:' .. text, mark)
    end
    if answer then tell_whole(figures, answer) else judge(room, figures, offer, text, bidders[i], is_held, mark) end
  end
  return finish(room, packed(room, figures))
end
