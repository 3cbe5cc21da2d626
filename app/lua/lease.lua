-- One connection counts as alive for so long from now on, and the table looks again when that is over.
-- KEYS: document, leases, due times of the shard.
-- ARGV: 1 room code, 2 the connection, 3 ms from now, 4 when keys expire, 5 a lease that this one replaces, or ''.
-- Returns now, or '' where the room is gone.
if redis.call('EXISTS', KEYS[1]) == 0 then return '' end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function digits(ms) return string.format('%.0f', ms) end

local lease_end = digits(now + tonumber(ARGV[3]))
redis.call('ZADD', KEYS[2], lease_end, ARGV[2])
if ARGV[5] ~= '' then redis.call('ZREM', KEYS[2], ARGV[5]) end
redis.call('PEXPIREAT', KEYS[2], ARGV[4])
redis.call('ZADD', KEYS[3], 'LT', lease_end, ARGV[1] .. '|presence|0')
redis.call('PEXPIREAT', KEYS[3], ARGV[4], 'NX')
redis.call('PEXPIREAT', KEYS[3], ARGV[4], 'GT')
return digits(now)
