-- Says what Redis has of a lot, and whether the log still holds its last record.
-- KEYS 1 lot, 2 log.
-- ARGV none.
-- Result: {epoch, 0 for none; sequence, -1 without a state in this format; log id of its last record, '' in an epoch without one;
-- 1 when the log has that record}. Appends nothing.
--#include lot-format

return function(KEYS, ARGV)
  local v = call('HMGET', KEYS[1], 'epoch', LIVE)
  local epoch = tonumber(v[1] or 0)
  if not v[2] then return { epoch, -1, '', 0 } end
  local room = {}
  read_live(room, v[2])
  local present = room.prev ~= '' and #call('XRANGE', KEYS[2], room.prev, room.prev) or 0
  return { epoch, digits(room.seq), room.prev, present }
end
