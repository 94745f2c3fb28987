-- The hammer of a room whose deadline has passed: the first call brings it, so that no answer says `closed` before the log
-- does. Appends `closed`, stamped with the call.
--#include hammer

local function close_if_late(room)
  if not late(room) then return end
  rest(room)
  if room.minAt == 'close' and room.admitted < room.minCount then
    hammer(room, 'not-held', '')
  elseif not room.price then
    hammer(room, 'no-price-given', '')
  else
    hammer(room, 'sold', '')
  end
end
