-- Appends entries to the partition's log: always the first write of a call, because it is the one that can fail.
--#include room

-- Redis's clock is behind the last id: appends with that id's microseconds.
local function appended_later(log, refused, ...)
  if not string.find(refused.err, 'equal or smaller', 1, true) then error(refused) end
  local info = call('XINFO', 'STREAM', log)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then
      return call('XADD', log, match(info[i + 1], '^%d+') .. '-*', ...)
    end
  end
end

-- The field of a record's head: names the record's format.
local HEAD = in_format('h')

-- One entry: its head (lot, epoch, sequence, time, the lot's previous log id, kind), then the kind's own fields; those of
-- a price are packed into one. Few arguments, and concatenation instead of formatting, make an entry cheap.
-- Ids are Redis's microseconds. They rise over clock jumps, too: then the last id's microseconds are reused.
-- Returns the entry's sequence as text.
local function append(room, kind, ...)
  local log, now, seq = room.keys[6], room.now, room.seq + 1
  local text = format('%d', seq)
  if now ~= room.textOf then
    room.textOf, room.nowText = now, digits(now)
    room.headStart = room.lotId .. ' ' .. digits(room.epoch) .. ' '
    room.logId = digits(room.realUs) .. '-*'
  end
  local head = room.headStart .. text .. ' ' .. room.nowText .. ' ' .. room.prev .. ' ' .. kind
  local id = pcall('XADD', log, room.logId, HEAD, head, ...)
  if type(id) ~= 'string' then id = appended_later(log, id, HEAD, head, ...) end
  room.seq = seq
  room.prev = id
  room.at = now
  return text
end
