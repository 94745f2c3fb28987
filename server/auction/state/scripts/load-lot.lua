-- Replaces what Redis has of a lot and restores the time its room lost, as one step: nothing is decided in between.
-- KEYS 1 lot, 2 bidders, 3 autos, 4 awake, 5 ids, 6 log, 7 due, 8 lease, 9 wanted, then temporary tables that were filled
-- before, for a large lot: 10 bidders, 11 autos, 12 awake, 13 ids.
-- ARGV 1 lot id, 2 epoch, 3 sequence, 4 next automatic transition or '', 5 mark '+' when ids of accepted bids are still
-- missing or '', 6 mode of the recovery (see recover) or '', 7 beginning of the interruption, 8 automatic resumption or '', then
-- how many values follow for 9 the lot, 10 bidders, 11 autos, 12 awake, 13 ids; then those: field, value or score, member.
-- Result: 1 loaded; 0 unchanged: Redis has this epoch at the same or a higher sequence; -1 refused: Redis has a newer epoch.
-- Appends: what `recover` appends. Guarantees: a lot is replaced atomically; no older epoch replaces a newer.
--#include recovering

-- Text fields; all others are numbers, '' for nil.
local WORDS = { prev = true, phase = true, leader = true, pauseCause = true, outcome = true, reserve = true,
  first = true, incKind = true, inc = true, minAt = true, terms = true, clock = true }

return function(KEYS, ARGV)
  local have = call('HMGET', KEYS[1], 'epoch', LIVE)
  local epoch = tonumber(have[1] or 0)
  local result = 1
  if epoch > tonumber(ARGV[2]) then
    result = -1
  elseif epoch == tonumber(ARGV[2]) and have[2] then
    local there = {}
    read_live(there, have[2])
    if there.seq >= tonumber(ARGV[3]) then result = 0 end
  end
  call('SREM', KEYS[9], ARGV[1])
  if result ~= 1 then
    call('UNLINK', KEYS[10], KEYS[11], KEYS[12], KEYS[13])
    return result
  end

  local lot = {}
  local first = 14
  for i = first, first + ARGV[9] - 1, 2 do
    local name, value = ARGV[i], ARGV[i + 1]
    if WORDS[name] then lot[name] = value else lot[name] = tonumber(value) end
  end
  lot.raise = lot.raise == 1
  lot.offStep = lot.offStep == 1
  lot.aboveRunnerUp = lot.aboveRunnerUp == 1
  first = first + ARGV[9]

  call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  for table = 2, 5 do
    if call('EXISTS', KEYS[table + 8]) == 1 then
      call('RENAME', KEYS[table + 8], KEYS[table])
      call('PERSIST', KEYS[table])
    end
    local count = tonumber(ARGV[table + 8])
    if count > 0 then call(table == 4 and 'ZADD' or 'HSET', KEYS[table], unpack(ARGV, first, first + count - 1)) end
    first = first + count
  end
  if ARGV[5] == '+' then call('HSET', KEYS[5], IDS_MISSING, '1') end
  call('HSET', KEYS[1], 'epoch', ARGV[2], 'terms', lot.terms, FROZEN, pack_frozen(lot), LIVE, pack_live(lot),
    'restored', pack_restored(lot))
  if lot.clock then call('HSET', KEYS[1], 'clock', lot.clock) end
  if ARGV[4] == '' then
    call('ZREM', KEYS[7], ARGV[1])
  else
    call('ZADD', KEYS[7], ARGV[4], ARGV[1])
  end
  if ARGV[6] == '' then return 1 end
  local room = enter(KEYS, ARGV)
  restore_lost_time(room, ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]))
  return finish(room, 1)
end
