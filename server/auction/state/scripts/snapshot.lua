-- Reads a whole lot at one instant.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 ids.
-- ARGV none.
-- Result: {lot, bidders, autos, ids}, each a flat list of field, value; an empty lot means there is none.
return {
  redis.call('HGETALL', KEYS[1]),
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('HGETALL', KEYS[4]),
}
