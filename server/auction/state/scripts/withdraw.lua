-- Ends the auction without a sale: the lot is taken back.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch, 3 reason.
-- Result: {0 or reason, epoch, seq, 0}. Appends: opening entries when due; closed, outcome withdrawn.
--#include control

local no = greet()
if no then return no end
hammer('withdrawn', ARGV[3])
return done()
