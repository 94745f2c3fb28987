-- Appends entries to the partition's log: always the first write of a call, for it is the one that can fail.
--#include room

-- Ids are Redis's microseconds, and rise over clock jumps: then the last one's are taken on.
local LOG_ID = digits(REAL_US) .. '-*'

-- The last id was later than Redis's clock is now: its microsecond is taken on.
local function appended_later(refused, ...)
  if not string.find(refused.err, 'equal or smaller', 1, true) then error(refused) end
  local info = call('XINFO', 'STREAM', KEYS[6])
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then
      return call('XADD', KEYS[6], match(info[i + 1], '^%d+') .. '-*', ...)
    end
  end
end

local pcall, type, LOG = redis.pcall, type, KEYS[6]
-- Lot and epoch, with which each head of a call begins; the instant of the last entry, and the same as text.
local head_start, text_of, now_text

-- One entry: its head (lot, epoch, sequence, time, the lot's previous log id, kind), then the kind's own fields; those of
-- a price are packed into one. Fewer arguments, and text that is joined and not formatted, are what makes an entry cheap.
-- Returns the entry's sequence as text.
local function append(kind, ...)
  local room = room
  local seq = room.seq + 1
  local text = format('%d', seq)
  if now ~= text_of then
    text_of, now_text = now, digits(now)
    head_start = ARGV[1] .. ' ' .. digits(room.epoch) .. ' '
  end
  local head = head_start .. text .. ' ' .. now_text .. ' ' .. room.prev .. ' ' .. kind
  local id = pcall('XADD', LOG, LOG_ID, 'h', head, ...)
  if type(id) ~= 'string' then id = appended_later(id, 'h', head, ...) end
  room.seq = seq
  room.prev = id
  room.at = now
  return text
end
