-- Looks up the answer to a bid id. Sent in an earlier epoch and unknown: recorded as not placed, which is final.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 refusal of this id.
-- ARGV 1 lot id, 2 epoch, 3 person, 4 bid id, 5 epoch of an earlier sending or ''.
-- Result: an answer in the format of the bid's own script, or nil when this id is unknown. Appends nothing.
--#include bid

return function(KEYS, ARGV)
  local room, there = enter(KEYS, ARGV)
  if not there then return fenced(room) end
  remember_ids(room)
  return answered(room, command_of(ARGV[3], ARGV[4], ARGV[5], KEYS[9])) or false
end
