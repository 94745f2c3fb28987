-- Sets the clock of a replay's lot. An ordinary lot has none and refuses.
-- KEYS 1 lot.
-- ARGV 1 instant in µs, not before the current one.
-- Result: 1 set; an error reply for an ordinary lot, an unknown one, or a step back. Appends nothing.
--#include library

return function(KEYS, ARGV)
  local clock = tonumber(call('HGET', KEYS[1], 'clock') or '')
  if not clock then return error_reply('NOREPLAY only a lot of a replay carries its own clock') end
  if tonumber(ARGV[1]) < clock then return error_reply('NOREPLAY a clock does not run backwards') end
  call('HSET', KEYS[1], 'clock', ARGV[1])
  return 1
end
