-- Wire numbers of the refusal reasons: their position in REFUSAL_REASONS (shared/auction/refusals.ts).
local NOT_OPEN_YET = 2
local CLOSED = 3
local SUSPENDED = 4
local HELD = 5
local FENCED = 6
local NOT_ADMITTED = 7
local REVOKED = 8
local ALREADY_LEADING = 9
local BELOW_SUGGESTED = 10
local MATCHED = 11
local LIMIT_EXCEEDED = 12
local TOO_LARGE = 13
local ID_REUSED = 14
local NOT_PLACED = 15
local ALREADY_BIDDING = 16
local TOO_FAR = 17
local CONFIRM_JUMP = 18
