-- Keeps one node's share of a room's presence and sums over the nodes that have reported in the last seconds.
-- KEYS 1 presence.
-- ARGV 1 node, 2 viewers without a name, 3 participants' persons, one a line, 4 life of a report in ms, 5 names of
-- viewers, one a line: whoever is named by several nodes is one viewer.
-- Result: {viewers, distinct participants}. Appends nothing.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1],
  string.format('%.0f', now + ARGV[4]) .. '|' .. ARGV[2] .. '|' .. ARGV[3] .. '\t' .. ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[4])

-- Lines not seen before, and how many they are.
local function fresh(lines, seen)
  local count = 0
  for line in string.gmatch(lines, '[^\n]+') do
    if not seen[line] then
      seen[line] = true
      count = count + 1
    end
  end
  return count
end

local viewers, participants, named, bidding = 0, 0, {}, {}
local reports = redis.call('HGETALL', KEYS[1])
for i = 1, #reports, 2 do
  local ends, count, persons, names = string.match(reports[i + 1], '^(%d+)|(%d+)|([^\t]*)\t?(.*)$')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], reports[i])
  else
    viewers = viewers + tonumber(count) + fresh(names, named)
    participants = participants + fresh(persons, bidding)
  end
end
return { viewers, participants }
