-- Judges offers for one lot, one after the other as if each were a call of its own; one confirmed is answered at once by
-- the strongest rival auto-bid. What all of them need is read once, and the state is written once.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, and for each offer its id's refusal.
-- ARGV 1 lot id, 2 epoch, and for each offer four: person, bid id, epoch of an earlier sending or '', amount.
-- Result: for each offer twelve doubles, least byte first, in one string: 0 or reason, epoch, seq, repeated, own seq,
-- time, amount, suggested, deadline, leading, 0, limit.
-- Appends: opening entries when due; closed, when the deadline has passed; for each offer price (the offer), then price
-- (an auto-bid's answer); when refused as `matched`, one price of the earlier auto-bid. Other refusals append nothing.
-- Guarantees: the same id is answered once; nobody passes a limit; prices strictly rise; at or after the deadline
-- nothing is confirmed; an offer moves the deadline at most once. Only a call's first write can fail, and then nothing
-- is written.
--#include bid
--#include opening
--#include closing

local FIRST_KEY, FIRST_ARGUMENT, EACH = 8, 2, 4
local COUNT = #KEYS - FIRST_KEY

-- The offer's four arguments begin after this one.
local function before(i)
  return FIRST_ARGUMENT + (i - 1) * EACH
end

-- Kept answers, refusals and bidders of all offers, each in one read.
local function read_ahead()
  local ids, keys, persons = {}, {}, {}
  for i = 1, COUNT do
    local at = before(i)
    persons[i] = ARGV[at + 1]
    ids[i] = persons[i] .. ':' .. ARGV[at + 2]
    keys[i] = KEYS[FIRST_KEY + i]
  end
  local answers = redis.call('HMGET', KEYS[5], unpack(ids))
  local refusals = redis.call('MGET', unpack(keys))
  local found = redis.call('HMGET', KEYS[2], unpack(persons))
  for i = 1, COUNT do
    kept[ids[i]] = answers[i]
    refused[keys[i]] = refusals[i]
    if bidders[persons[i]] == nil then take_bidder(persons[i], found[i]) end
  end
end

-- Why the offer cannot be confirmed, and the limit if that is why; nothing when it can.
local function objection(amount)
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

local function confirmed(amount)
  local rival
  for _, auto in ipairs(strongest_two()) do
    if auto.person ~= PERSON then
      rival = auto
      break
    end
  end
  if rival and rival.maximum == amount then return nil, rival end
  confirm(PERSON, amount, 'offer', BID)
  local own_seq = room.seq
  keep_answer(own_seq, amount, 'price')
  if rival and rival.maximum > amount then outbid(rival, BID) end
  return accepted(own_seq, now, amount, false, 0)
end

local function judge(text, is_held)
  local content, amount = 'price:' .. text, tonumber(text)
  local answer = remembered(content) or not_placed()
  if answer then return answer end
  if is_held then return refuse(content, HELD) end
  open_if_due()
  close_if_late()
  local reason, limit = objection(amount)
  if reason then return refuse(content, reason, nil, limit) end
  local verdict, equal = confirmed(amount)
  if verdict then return verdict end
  confirm(equal.person, amount, 'auto', BID)
  return refuse(content, MATCHED)
end

local function packed(v)
  return struct.pack('<dddddddddddd', v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12])
end

if not enter() then return string.rep(packed(fenced()), COUNT) end
read_ahead()
local is_held = held()
local answers = {}
for i = 1, COUNT do
  local at = before(i)
  about(ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], KEYS[FIRST_KEY + i])
  overtime_judged = false
  answers[i] = packed(judge(ARGV[at + 4], is_held))
end
return finish(table.concat(answers))
