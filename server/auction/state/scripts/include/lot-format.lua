-- The format of a lot's hash: `epoch` and (replays only) `clock` as text, `terms` as JSON, and two packed
-- lists, `live` and `frozen`, which are read and written whole: a bid costs one read and one write of the state.
-- The lists' order is defined only here. New values go to the end of `frozen`, which only `load-lot` writes: lists packed by
-- an earlier release are read with nil for them, and its writes to `live` do not lose them. Any other change of what Redis
-- has of a lot raises FORMAT (include/format.lua), which the lists' names carry: a release that meets another format finds
-- no list, refuses with `fenced`, and a journal of its own loads the lot again.
-- What the room has been given back is a field of its own, `restored`, as text: only losses read it, so a bid reads no byte
-- more. A release that does not know it does not write it: then the next loss counts as the room's first.
-- `snapshot` returns the values by name.
--#include figures
--#include format

local LIVE, FROZEN = in_format('live'), in_format('frozen')

-- Field of the `ids` table while answers from earlier epochs are still being added to it: an id that is not there may
-- have been accepted. No id is equal to it, for each contains a colon. The answer `-` is of an id that PostgreSQL has not.
local IDS_MISSING = 'missing'

-- A room with every field preallocated, so that reading one does not grow the table step by step: the lot's own values, then
-- those of a call (include/room.lua, include/bid.lua).
local function empty_room()
  return { epoch = 0, clock = false, seq = 0, prev = '', phase = '', deadline = 0, at = 0, price = 0, count = 0, leader = '',
    leaderNo = 0, suggested = 0, pauseCause = '', pausedAt = 0, resumeAt = 0, pausedUs = 0, extensions = 0, admitted = 0,
    startCount = 0, outcome = '', reserve = '', reserveNo = 0, reserveAmount = 0, opens = 0, limitFrom = 0, raise = false,
    start = false, first = '', incKind = '', inc = '', window = 0, extend = 0, cap = 0, stop = 0, closes = 0, minCount = 0,
    minAt = '', offStep = false, jumpOffer = 0, jumpMaximum = 0, aboveRunnerUp = false,
    keys = false, lotId = '', realUs = 0, now = 0, seqBefore = 0, dueMoved = false, answersToKeep = false, wordsToKeep = 0,
    headStart = '', logId = '', textOf = false, nowText = '', textOfDeadline = false, deadlineText = '',
    overtimeJudged = false, twoStrongest = false, fixedIncrement = false, given = false, refused = false, allRead = false,
    idsMissing = false }
end

local function read_live(room, packed)
  room.seq, room.prev, room.phase, room.deadline, room.at, room.price, room.count, room.leader, room.leaderNo,
    room.suggested, room.pauseCause, room.pausedAt, room.resumeAt, room.pausedUs, room.extensions, room.admitted,
    room.startCount, room.outcome, room.reserve, room.reserveNo, room.reserveAmount, room.opens, room.limitFrom,
    room.raise = cmsgpack.unpack(packed)
end

-- The bidders' numbers may have become text.
local function pack_live(room)
  return cmsgpack.pack(room.seq, room.prev, room.phase, room.deadline, room.at, room.price, room.count, room.leader,
    tonumber(room.leaderNo), room.suggested, room.pauseCause, room.pausedAt, room.resumeAt, room.pausedUs,
    room.extensions, room.admitted, room.startCount, room.outcome, room.reserve, tonumber(room.reserveNo),
    room.reserveAmount, room.opens, room.limitFrom, room.raise)
end

local function read_frozen(room, packed)
  room.start, room.first, room.incKind, room.inc, room.window, room.extend, room.cap, room.stop, room.closes,
    room.minCount, room.minAt, room.offStep, room.jumpOffer, room.jumpMaximum, room.aboveRunnerUp =
    cmsgpack.unpack(packed)
end

local function pack_frozen(room)
  return cmsgpack.pack(room.start, room.first, room.incKind, room.inc, room.window, room.extend, room.cap, room.stop,
    room.closes, room.minCount, room.minAt, room.offStep, room.jumpOffer, room.jumpMaximum, room.aboveRunnerUp)
end

local function read_restored(room, text)
  local to, grace = match(text or '', '^(%d+)|(%d+)$')
  room.restoredTo, room.grace = tonumber(to or 0), tonumber(grace or 0)
end

local function pack_restored(room)
  return digits(room.restoredTo) .. '|' .. digits(room.grace)
end
