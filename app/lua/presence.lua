-- Nothing to announce: only the next look at a room's leases is set, no later than the next of them ends.
-- KEYS: leases, due times of the shard.
-- ARGV: 1 room code, 2 the next moment the room itself knows, or '', 3 how long ago, in ms, leases that say no more ended.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[3])))
local next_at = tonumber(ARGV[2])
local lease = tonumber(redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2])
if lease and (not next_at or lease < next_at) then next_at = lease end
local member = ARGV[1] .. '|presence|0'
if next_at then
  redis.call('ZADD', KEYS[2], 'XX', string.format('%.0f', next_at), member)
else
  redis.call('ZREM', KEYS[2], member)
end
