-- Takes entries that are due, so that workers do not race: each is pushed ahead by a short lease, after which
-- another worker may take it, should this one have died. What fires is checked again by the commit script.
-- Also says that the shards are served; where nobody did for too long, their rooms are owed that time.
-- KEYS: for each shard its due times, when it was last served, and what it owes: room code → ms.
-- ARGV: 1 lease in ms, 2 how many at the most, 3 an absence of all workers that counts as an outage, in ms,
--       4 for how many ms what is due is left to others.
-- Returns {now, the next moment that is known or '', member, member, …}.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function digits(ms) return string.format('%.0f', ms) end
local served_every = 250
local function expiry(key) -- never without one, though the key itself should have one
  local at = redis.call('PEXPIRETIME', key)
  return digits(at > 0 and at or now + 86400000)
end

local function owe(due, owed, gap)
  local seen = {}
  for _, member in ipairs(redis.call('ZRANGE', due, 0, -1)) do
    local code, kind = string.match(member, '^([^|]+)|([^|]+)|')
    if (kind == 'decision' or kind == 'presence') and not seen[code] then
      seen[code] = true
      redis.call('ZINCRBY', owed, digits(gap), code)
      redis.call('ZADD', due, digits(now), code .. '|outage|0')
    end
  end
  redis.call('PEXPIREAT', owed, expiry(due))
end

local claimed = {digits(now), ''}
local left = tonumber(ARGV[2])
local deference = tonumber(ARGV[4])
local soonest
for i = 1, #KEYS, 3 do
  local due, served, owed = KEYS[i], KEYS[i + 1], KEYS[i + 2]
  local first = tonumber(redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2])
  if first then
    local last = tonumber(redis.call('GET', served))
    if not last or math.abs(now - last) >= served_every then
      redis.call('SET', served, digits(now), 'PXAT', expiry(due))
    end
    if last and now - last > tonumber(ARGV[3]) then
      owe(due, owed, now - last)
      first = now
    end
    if first <= now - deference and left > 0 then
      for _, member in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', digits(now - deference), 'LIMIT', 0, left)) do
        redis.call('ZADD', due, 'XX', digits(now + tonumber(ARGV[1])), member)
        claimed[#claimed + 1] = member
        left = left - 1
      end
      first = tonumber(redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2])
    end
    if first and (not soonest or first < soonest) then soonest = first end
  end
end
if soonest then claimed[2] = digits(soonest + deference) end
return claimed
