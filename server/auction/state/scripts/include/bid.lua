-- What bids share: ids, memory of refusals, answers.
-- A call is about one command, or about several of the same lot one after the other: `about` says which is meant.
-- Answer: {0 or reason, epoch, seq, repeated, own seq, time, amount, suggested, deadline, leading, asleep, bound}; the
-- bound is what the amount went beyond: the limit (limit-exceeded) or the most that passes (too-far), otherwise 0.
--#include reasons
--#include log

-- As text: of a figure Redis would make one first, the slow way.
local REFUSAL_LIFE_MS = '600000'
-- The command in hand: who, its id, the epoch of an earlier sending or '', the key of its refusal.
local PERSON, BID, SENT, REFUSAL, ID
-- Answers and refusals of this call's commands, those read and those just given; nil: none, once `all_read` says that
-- every one was asked for, else not read yet.
local kept, refused = {}, {}
local all_read = false

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

-- Refuses and remembers it, so that a repeat gets the same answer; in another epoch the memory is void.
local function refuse(content, reason, suggested, bound)
  local v = refusal(reason, suggested, bound)
  local memory = cmsgpack.pack(room.epoch, content, reason, room.seq, now, v[8], v[9], v[12])
  call('SET', REFUSAL, memory, 'PX', REFUSAL_LIFE_MS)
  refused[REFUSAL] = memory
  return v
end

-- Right after the entry it is about: the answer bears its time. Sequence and amount as text.
local function keep_answer(own_seq, amount, kind)
  local id, words = ID, words_to_keep
  local answer = own_seq .. '|' .. amount .. '|' .. kind .. '|' .. now_text
  kept[id] = answer
  answers_to_keep[words + 1] = id
  answers_to_keep[words + 2] = answer
  words_to_keep = words + 2
end

-- The first answer to this id, if there is one; `content` nil: whatever it asked for. `mark`: what the content of a refused
-- command had besides; the log does not record it, so for an accepted one its price alone counts.
local function remembered(content, mark)
  local v = kept[ID]
  if v == nil and not all_read then v = call('HGET', KEYS[5], ID) end
  if v then
    local seq, amount, kind, at = match(v, '^(%d+)|(%d+)|(%a+)|(%d+)$')
    if content and content ~= kind .. ':' .. amount then return refusal(ID_REUSED) end
    local asleep = kind == 'autoSet' and match(call('HGET', KEYS[3], PERSON) or '', '^%d+|%d+|1|') ~= nil
    return accepted(tonumber(seq), tonumber(at), tonumber(amount), asleep, 1)
  end
  v = refused[REFUSAL]
  if v == nil and not all_read then v = call('GET', REFUSAL) end
  if not v then return nil end
  local epoch, asked, reason, seq, at, suggested, deadline, bound = cmsgpack.unpack(v)
  if epoch ~= room.epoch then return nil end
  if content and asked ~= '*' and asked ~= content .. (mark or '') then return refusal(ID_REUSED) end
  return { reason, epoch, seq, 1, 0, at, 0, suggested, deadline, 0, 0, bound }
end

-- Sent in an earlier epoch and unknown: it was never placed, and that is final.
local function not_placed()
  local sent = tonumber(SENT)
  if sent and sent < room.epoch then return refuse('*', NOT_PLACED) end
end

local function fenced()
  return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
end

-- Everything that comes before the rules of a bid; an answer here is the last word.
local function greet(content)
  if not enter() then return fenced() end
  local answer = remembered(content) or not_placed()
  if answer then return answer end
  if held() then return refuse(content, HELD) end
end
