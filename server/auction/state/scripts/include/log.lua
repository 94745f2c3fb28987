-- Appends entries to the partition's log: always the first write of a call, for it is the one that can fail.
--#include room

-- Ids are Redis's microseconds, and rise over clock jumps: then the last one's are taken on.
local LOG_ID = digits(REAL_US) .. '-*'

local function log(...)
  local id = redis.pcall('XADD', KEYS[6], LOG_ID, ...)
  if type(id) == 'string' then return id end
  if not string.find(id.err, 'equal or smaller', 1, true) then error(id) end
  local info = redis.call('XINFO', 'STREAM', KEYS[6])
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then
      return redis.call('XADD', KEYS[6], string.match(info[i + 1], '^%d+') .. '-*', ...)
    end
  end
end

-- One entry: its head (lot, epoch, sequence, time, the lot's previous log id, kind), then the kind's own fields; those of
-- a price are packed into one. Fewer arguments are what makes an entry cheap.
local function append(kind, ...)
  local seq = room.seq + 1
  local id = log('h', format('%s %.0f %.0f %.0f %s %s', ARGV[1], room.epoch, seq, now, room.prev, kind), ...)
  room.seq = seq
  room.prev = id
  room.at = now
end
