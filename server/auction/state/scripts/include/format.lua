-- The version of what Redis has of lots and in logs (its number in TypeScript: state/format.ts). It is part of the names of
-- packed fields, so that no other release can misread them, those before it had a number included: they wrote format 1,
-- whose names have none.
local FORMAT = 1

local function in_format(name)
  return FORMAT == 1 and name or name .. FORMAT
end
