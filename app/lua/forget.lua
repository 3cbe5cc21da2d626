-- A due time that no longer means anything goes. A shard without due times need not be served.
-- KEYS: due times, when the shard was last served. ARGV: the member.
redis.call('ZREM', KEYS[1], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('DEL', KEYS[2]) end
