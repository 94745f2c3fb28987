-- Adds answers to bid ids of a loaded lot that were accepted before its epoch, as PostgreSQL has them.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids.
-- ARGV 1 lot id, 2 epoch, 3 mark '+' when none is missing after these or '', then id, answer; answer '-': PostgreSQL has none.
-- Result: 1 added; 0 when the lot is in another epoch: nothing was written. Appends nothing.
-- Guarantees: an answer given in this epoch is never replaced.
--#include lot-format

return function(KEYS, ARGV)
  if call('HGET', KEYS[1], 'epoch') ~= ARGV[2] then return 0 end
  for i = 4, #ARGV, 2 do call('HSETNX', KEYS[5], ARGV[i], ARGV[i + 1]) end
  if ARGV[3] == '+' then call('HDEL', KEYS[5], IDS_MISSING) end
  return 1
end
