-- The hammer of a room whose deadline has passed: the first call brings it, so that no answer says `closed` before the log
-- does. Appends `closed`, stamped with the call.
--#include hammer

local function close_if_late()
  if not late() then return end
  rest()
  if room.minAt == 'close' and room.admitted < room.minCount then
    hammer('not-held', '')
  elseif not room.price then
    hammer('no-price-given', '')
  else
    hammer('sold', '')
  end
end
