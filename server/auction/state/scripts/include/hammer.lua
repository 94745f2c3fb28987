-- The hammer entry: prices remain in the log; unless sold they are void, and no winner is named. A revoked leader counts as
-- declining, and a revoked participant is never the reserve.
--#include log

local function is_revoked(room, person)
  local _, _, revoked = bidder(room, person)
  return revoked ~= ''
end

local function hammer(room, outcome, reason)
  rest(room)
  local sold = outcome == 'sold'
  local declines = sold and is_revoked(room, room.leader)
  local reserve = sold and room.reserve ~= '' and not is_revoked(room, room.reserve)
  append(room, 'closed', 'outcome', outcome,
    'winner', sold and room.leader or '', 'winnerNumber', sold and digits(room.leaderNo) or '',
    'priceTiyin', sold and digits(room.price) or '',
    'reserve', reserve and room.reserve or '', 'reserveNumber', reserve and digits(room.reserveNo) or '',
    'reservePriceTiyin', reserve and digits(room.reserveAmount) or '',
    'participants', digits(room.admitted), 'winnerDeclines', declines and '1' or '0', 'reason', reason)
  room.phase = 'closed'
  room.outcome = outcome
  room.pauseCause = ''
  room.pausedAt = nil
  room.resumeAt = nil
  room.dueMoved = true
end
