-- Shared by bids: ids, stored refusals, answers.
-- A call has one command, or several of the same lot one after the other: `about` selects the current one.
-- Answer: {0 or reason, epoch, seq, repeated, own seq, time, amount, suggested, deadline, leading, asleep, bound}; the
-- bound is what the amount exceeded: the limit (limit-exceeded) or the most allowed (too-far); 1 with `fenced`: the id
-- must be looked up in PostgreSQL first; otherwise 0.
--#include reasons
--#include refusals
--#include log

-- The current command: person, bid id, epoch of an earlier sending or '', key of its refusal's place.
local PERSON, BID, SENT, REFUSAL, ID
-- Answers and refusals of this call's commands, read or just given; nil: none if `all_read`, otherwise not read yet.
local kept, refused = {}, {}
local all_read = false
-- Whether an id without an answer may have one in PostgreSQL; nil: not read yet.
local ids_missing

local function about(person, bid_id, sent_epoch, refusal_key)
  PERSON, BID, SENT, REFUSAL = person, bid_id, sent_epoch, refusal_key
  ID = person .. ':' .. bid_id
end

local function accepted(own_seq, at, amount, asleep, repeated)
  return { 0, room.epoch, room.seq, repeated, own_seq, at, amount, room.suggested, room.deadline,
    room.leader == PERSON and 1 or 0, asleep and 1 or 0, 0 }
end

local function refusal(reason, suggested, bound)
  if reason == CLOSED then suggested = 0 end
  return { reason, room.epoch, room.seq, 0, 0, now, 0, suggested or room.suggested, room.deadline, 0, 0, bound or 0 }
end

-- Stores the refusal, so that a repeat gets the same answer.
local function refuse(content, reason, suggested, bound)
  local v = refusal(reason, suggested, bound)
  refused[REFUSAL] = keep_refusal(REFUSAL, ID, room.epoch, content, reason, room.seq, now, v[8], v[9], v[12])
  return v
end

-- Call right after appending the entry, whose time the answer has. Sequence and amount as text.
local function keep_answer(own_seq, amount, kind)
  local id, words = ID, words_to_keep
  local answer = own_seq .. '|' .. amount .. '|' .. kind .. '|' .. now_text
  kept[id] = answer
  answers_to_keep[words + 1] = id
  answers_to_keep[words + 2] = answer
  words_to_keep = words + 2
end

-- Set by `remembered`: PostgreSQL was asked for the current id in this epoch and has no answer to it.
local looked_up = false

-- The first answer to this id, if there is one; `content` nil: any content. `mark`: the suffix of a refused command's
-- content; the log does not record it, so for an accepted one only the price is compared.
local function remembered(content, mark)
  local v = kept[ID]
  if v == nil and not all_read then v = call('HGET', KEYS[5], ID) end
  looked_up = v == '-'
  if v and not looked_up then
    local seq, amount, kind, at = match(v, '^(%d+)|(%d+)|(%a+)|(%d+)$')
    if content and content ~= kind .. ':' .. amount then return refusal(ID_REUSED) end
    local asleep = kind == 'autoSet' and match(call('HGET', KEYS[3], PERSON) or '', '^%d+|%d+|1|') ~= nil
    return accepted(tonumber(seq), tonumber(at), tonumber(amount), asleep, 1)
  end
  v = refused[REFUSAL]
  if v == nil and not all_read then v = call('GET', REFUSAL) end
  if not v then return nil end
  local id, epoch, asked, reason, seq, at, suggested, deadline, bound = cmsgpack.unpack(v)
  if id ~= ID or epoch ~= room.epoch then return nil end
  if content and asked ~= '*' and asked ~= content .. (mark or '') then return refusal(ID_REUSED) end
  return { reason, epoch, seq, 1, 0, at, 0, suggested, deadline, 0, 0, bound }
end

-- Call after `remembered` found nothing. An id that is not here while answers are missing is not judged: the caller looks
-- it up in PostgreSQL, adds what it found by `add-ids` and repeats. An id accepted meanwhile is here, for it was accepted
-- in this epoch; one of an earlier epoch is in PostgreSQL or was never placed, so nothing is missed in between.
local function to_look_up()
  if looked_up then return nil end
  if ids_missing == nil then ids_missing = call('HEXISTS', KEYS[5], IDS_MISSING) == 1 end
  if ids_missing then return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 } end
end

-- Sent in an earlier epoch and unknown: it was never placed, which is final.
local function not_placed()
  local sent = tonumber(SENT)
  if sent and sent < room.epoch then return refuse('*', NOT_PLACED) end
end

local function fenced()
  return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
end

-- All checks before the rules of a bid; an answer returned here is final.
local function greet(content)
  if not enter() then return fenced() end
  local answer = remembered(content) or to_look_up() or not_placed()
  if answer then return answer end
  if held() then return refuse(content, HELD) end
end
