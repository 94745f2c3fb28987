-- The hammer of a room whose deadline has passed: it falls with whatever comes first, so that nobody is told `closed`
-- of a room whose log does not say so. Appends `closed`, stamped with the call.
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
