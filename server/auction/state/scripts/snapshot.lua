-- Reads a whole lot atomically.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 ids.
-- ARGV none.
-- Result: {lot, bidders, autos, ids}, each a flat list of field, value; an empty lot means there is none in this format. Nil values
-- are omitted. Appends nothing.
--#include lot-format

return function(KEYS, ARGV)
  local v = call('HMGET', KEYS[1], 'epoch', LIVE, FROZEN, 'terms', 'restored')
  if not v[2] then return { {}, {}, {}, {} } end
  local room = { epoch = v[1], terms = v[4] }
  read_live(room, v[2])
  read_frozen(room, v[3])
  read_restored(room, v[5])

  local lot = {}
  for name, value in pairs(room) do
    lot[#lot + 1] = name
    if type(value) == 'number' then value = digits(value) end
    if type(value) == 'boolean' then value = value and '1' or '0' end
    lot[#lot + 1] = value
  end
  return { lot, call('HGETALL', KEYS[2]), call('HGETALL', KEYS[3]), call('HGETALL', KEYS[4]) }
end
