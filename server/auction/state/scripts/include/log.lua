-- Appends entries to the partition's log: always the first write of a call, because it is the one that can fail.
--#include room

-- Ids are Redis's microseconds. They rise over clock jumps, too: then the last id's microseconds are reused.
local LOG_ID = digits(REAL_US) .. '-*'

-- Redis's clock is behind the last id: appends with that id's microseconds.
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
-- The field of a record's head: names the record's format.
local HEAD = in_format('h')
-- Lot and epoch, the start of each head in a call; the instant of the last entry, and its text.
local head_start, text_of, now_text

-- One entry: its head (lot, epoch, sequence, time, the lot's previous log id, kind), then the kind's own fields; those of
-- a price are packed into one. Few arguments, and concatenation instead of formatting, make an entry cheap.
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
  local id = pcall('XADD', LOG, LOG_ID, HEAD, head, ...)
  if type(id) ~= 'string' then id = appended_later(id, HEAD, head, ...) end
  room.seq = seq
  room.prev = id
  room.at = now
  return text
end
