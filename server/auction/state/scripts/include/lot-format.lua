-- How a lot's hash holds its state: `epoch` and (replays only) `clock` as text, `terms` as JSON, and two packed
-- lists, `live` and `frozen`, which are read and written whole: a bid costs one read and one write of the state.
-- The lists' order is here and nowhere else; new values go to the end of `frozen`, which only `load-lot` writes: what an
-- earlier release packed is then read with nothing in their places, and what it writes to `live` loses none of them.
-- `snapshot` gives the values by name.
--#include figures

-- An empty lot with room for every field, so that reading one does not make the table grow step by step.
local function empty_lot()
  return { epoch = 0, clock = false, seq = 0, prev = '', phase = '', deadline = 0, at = 0, price = 0, count = 0, leader = '',
    leaderNo = 0, suggested = 0, pauseCause = '', pausedAt = 0, resumeAt = 0, pausedUs = 0, extensions = 0, admitted = 0,
    startCount = 0, outcome = '', reserve = '', reserveNo = 0, reserveAmount = 0, opens = 0, limitFrom = 0, raise = false,
    start = false, first = '', incKind = '', inc = '', window = 0, extend = 0, cap = 0, stop = 0, closes = 0, minCount = 0,
    minAt = '', offStep = false, jumpOffer = 0, jumpMaximum = 0 }
end

local function read_live(room, packed)
  room.seq, room.prev, room.phase, room.deadline, room.at, room.price, room.count, room.leader, room.leaderNo,
    room.suggested, room.pauseCause, room.pausedAt, room.resumeAt, room.pausedUs, room.extensions, room.admitted,
    room.startCount, room.outcome, room.reserve, room.reserveNo, room.reserveAmount, room.opens, room.limitFrom,
    room.raise = cmsgpack.unpack(packed)
end

-- The bidders' numbers may be text meanwhile.
local function pack_live(room)
  return cmsgpack.pack(room.seq, room.prev, room.phase, room.deadline, room.at, room.price, room.count, room.leader,
    tonumber(room.leaderNo), room.suggested, room.pauseCause, room.pausedAt, room.resumeAt, room.pausedUs,
    room.extensions, room.admitted, room.startCount, room.outcome, room.reserve, tonumber(room.reserveNo),
    room.reserveAmount, room.opens, room.limitFrom, room.raise)
end

local function read_frozen(room, packed)
  room.start, room.first, room.incKind, room.inc, room.window, room.extend, room.cap, room.stop, room.closes,
    room.minCount, room.minAt, room.offStep, room.jumpOffer, room.jumpMaximum = cmsgpack.unpack(packed)
end

local function pack_frozen(room)
  return cmsgpack.pack(room.start, room.first, room.incKind, room.inc, room.window, room.extend, room.cap, room.stop,
    room.closes, room.minCount, room.minAt, room.offStep, room.jumpOffer, room.jumpMaximum)
end
