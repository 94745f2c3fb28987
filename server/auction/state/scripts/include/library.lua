-- The beginning of the library. Redis lends its commands and Lua's own functions only while a function runs, not when the
-- library is loaded: the first call takes them. Nothing else outlives a call: what a function works on is its argument.
local function lent()
  return redis.call, redis.pcall, redis.error_reply, cmsgpack, struct, math, string, table, error, ipairs, pairs, tonumber,
    type, unpack, string.byte, string.format, string.match, string.sub
end

local call, pcall, error_reply, cmsgpack, struct, math, string, table, error, ipairs, pairs, tonumber, type, unpack, byte,
  format, match, sub

-- Makes a script a function of Redis; LIBRARY and LOADED_AT come from state/scripts.ts.
local function register(name, flags, run)
  redis.register_function({
    function_name = LIBRARY .. '_' .. name,
    description = LOADED_AT,
    flags = flags,
    callback = function(KEYS, ARGV)
      if not call then
        call, pcall, error_reply, cmsgpack, struct, math, string, table, error, ipairs, pairs, tonumber, type, unpack, byte,
          format, match, sub = lent()
      end
      return run(KEYS, ARGV)
    end,
  })
end
