-- Shared by bids: ids, stored refusals, answers.
-- A call has one command, or several of the same lot one after the other. Each is a table: `person`, `bidId`, `id` (both,
-- as answers are stored), `sent` (epoch of an earlier sending or ''), `place` (key of its refusal).
-- Answer: {0 or reason, epoch, seq, repeated, own seq, time, amount, suggested, deadline, leading, asleep, bound}; the
-- bound is what the amount exceeded: the limit (limit-exceeded) or the most allowed (too-far); 1 with `fenced`: the id
-- must be looked up in PostgreSQL first; otherwise 0.
--#include reasons
--#include refusals
--#include log

local function command_of(person, bid_id, sent_epoch, place)
  return { person = person, bidId = bid_id, id = person .. ':' .. bid_id, sent = sent_epoch, place = place }
end

-- What is known of this call's ids and places, read or just given: `given` answers by id, `refused` by place; a missing one is
-- read unless `allRead`. `idsMissing`: whether an id without an answer may have one in PostgreSQL; 'unread' at first.
local function remember_ids(room)
  room.given, room.refused, room.answersToKeep, room.idsMissing = {}, {}, {}, 'unread'
end

local function accepted(room, command, own_seq, at, amount, asleep, repeated)
  return { 0, room.epoch, room.seq, repeated, own_seq, at, amount, room.suggested, room.deadline,
    room.leader == command.person and 1 or 0, asleep and 1 or 0, 0 }
end

local function refusal(room, reason, suggested, bound)
  if reason == CLOSED then suggested = 0 end
  return { reason, room.epoch, room.seq, 0, 0, room.now, 0, suggested or room.suggested, room.deadline, 0, 0, bound or 0 }
end

-- Stores the refusal, so that a repeat gets the same answer.
local function refuse(room, command, content, reason, suggested, bound)
  local v = refusal(room, reason, suggested, bound)
  local place = command.place
  room.refused[place] =
    keep_refusal(place, command.id, room.epoch, content, reason, room.seq, room.now, v[8], v[9], v[12])
  return v
end

-- Call right after appending the entry, whose time the answer has. Sequence and amount as text.
local function keep_answer(room, id, own_seq, amount, kind)
  local answers, words = room.answersToKeep, room.wordsToKeep
  local answer = own_seq .. '|' .. amount .. '|' .. kind .. '|' .. room.nowText
  room.given[id] = answer
  answers[words + 1] = id
  answers[words + 2] = answer
  room.wordsToKeep = words + 2
end

-- The first answer to this id, nil if there is none; then whether PostgreSQL was asked for it in this epoch and has no answer
-- to it. `content` nil: any content. `mark`: the suffix of a refused command's content; the log does not record it, so for
-- an accepted one only the price is compared.
local function remembered(room, command, content, mark)
  local v = room.given[command.id]
  if v == nil and not room.allRead then v = call('HGET', room.keys[5], command.id) end
  local looked_up = v == '-'
  if v and not looked_up then
    local seq, amount, kind, at = match(v, '^(%d+)|(%d+)|(%a+)|(%d+)$')
    if content and content ~= kind .. ':' .. amount then return refusal(room, ID_REUSED) end
    local asleep = kind == 'autoSet'
      and match(call('HGET', room.keys[3], command.person) or '', '^%d+|%d+|1|') ~= nil
    return accepted(room, command, tonumber(seq), tonumber(at), tonumber(amount), asleep, 1)
  end
  v = room.refused[command.place]
  if v == nil and not room.allRead then v = call('GET', command.place) end
  if not v then return nil, looked_up end
  local id, epoch, asked, reason, seq, at, suggested, deadline, bound = cmsgpack.unpack(v)
  if id ~= command.id or epoch ~= room.epoch then return nil, looked_up end
  if content and asked ~= '*' and asked ~= content .. (mark or '') then return refusal(room, ID_REUSED) end
  return { reason, epoch, seq, 1, 0, at, 0, suggested, deadline, 0, 0, bound }
end

-- An id that is not here while answers are missing is not judged: the caller looks it up in PostgreSQL, adds what it found by
-- `add-ids` and repeats. An id accepted meanwhile is here, for it was accepted in this epoch; one of an earlier epoch is in
-- PostgreSQL or was never placed, so nothing is missed in between.
local function to_look_up(room)
  if room.idsMissing == 'unread' then room.idsMissing = call('HEXISTS', room.keys[5], IDS_MISSING) == 1 end
  if room.idsMissing then return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 } end
end

-- Sent in an earlier epoch and unknown: it was never placed, which is final.
local function not_placed(room, command)
  local sent = tonumber(command.sent)
  if sent and sent < room.epoch then return refuse(room, command, '*', NOT_PLACED) end
end

-- The answer that needs no judging; nil: the command is to be judged.
local function answered(room, command, content, mark)
  local answer, looked_up = remembered(room, command, content, mark)
  return answer or not looked_up and to_look_up(room) or not_placed(room, command)
end

local function fenced(room)
  return { FENCED, room.epoch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
end

-- The room, and an answer that is final already: all checks before the rules of a bid.
local function greet_bid(KEYS, ARGV, command, content)
  local room, there = enter(KEYS, ARGV)
  if not there then return room, fenced(room) end
  remember_ids(room)
  local answer = answered(room, command, content)
  if answer then return room, answer end
  if held(room) then return room, refuse(room, command, content, HELD) end
  return room
end
