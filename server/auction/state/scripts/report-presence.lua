-- Keeps one node's share of a room's presence and sums over the nodes that have reported in the last seconds.
-- KEYS 1 presence.
-- ARGV 1 node, 2 viewers, 3 participants' persons, one a line, 4 life of a report in ms.
-- Result: {viewers, distinct participants}. Appends nothing.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now + ARGV[4]) .. '|' .. ARGV[2] .. '|' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])

local viewers, participants, seen = 0, 0, {}
local reports = redis.call('HGETALL', KEYS[1])
for i = 1, #reports, 2 do
  local ends, count, persons = string.match(reports[i + 1], '^(%d+)|(%d+)|(.*)$')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], reports[i])
  else
    viewers = viewers + tonumber(count)
    for person in string.gmatch(persons, '[^\n]+') do
      if not seen[person] then
        seen[person] = true
        participants = participants + 1
      end
    end
  end
end
return { viewers, participants }
