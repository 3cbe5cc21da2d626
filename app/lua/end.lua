-- The room's end: its keys and due times go, everybody is told. Nothing happens before the end, nor twice.
-- KEYS: document, log, leases, then of the shard: due times, when it was last served, what it owes.
-- ARGV: 1 the end in ms, 2 channel, 3 what is published, 4 room code, then the members to unschedule.
-- Returns 1 if it ended now.
local clock = redis.call('TIME')
if clock[1] * 1000 + math.floor(clock[2] / 1000) < tonumber(ARGV[1]) then return 0 end
for i = 5, #ARGV do redis.call('ZREM', KEYS[4], ARGV[i]) end
redis.call('ZREM', KEYS[6], ARGV[4])
if redis.call('EXISTS', KEYS[4]) == 0 then redis.call('DEL', KEYS[5]) end
if redis.call('DEL', KEYS[1], KEYS[2], KEYS[3]) == 0 then return 0 end
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
