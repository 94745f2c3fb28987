-- Ends a pause: lost time is given back, auto-bids act; a room paused past its opening opens now.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease.
-- ARGV 1 lot id, 2 epoch.
-- Result: {0 or reason, epoch, seq, 1 when nothing was to be done}.
-- Appends: closed, when the deadline has passed; resumed; opening entries when due; the prices
-- auto-bids make of it.
--#include control
--#include resuming

local no = greet()
if no then return no end
if room.phase ~= 'paused' then return done(true) end
resume()
return done()
