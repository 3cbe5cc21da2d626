-- Takes entries that are due, so that workers do not race: each is pushed ahead by a short lease, after which
-- another worker may take it, should this one have died. What fires is checked again by the commit script.
-- KEYS: the due times of some shards. ARGV: 1 lease in ms, 2 how many at the most.
-- Returns {now, the next moment that is known or '', member, member, …}.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local function digits(ms) return string.format('%.0f', ms) end

local claimed = {digits(now), ''}
local left = tonumber(ARGV[2])
local soonest
for _, key in ipairs(KEYS) do
  if left > 0 then
    for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', digits(now), 'LIMIT', 0, left)) do
      redis.call('ZADD', key, 'XX', digits(now + tonumber(ARGV[1])), member)
      claimed[#claimed + 1] = member
      left = left - 1
    end
  end
  local first = tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2])
  if first and (not soonest or first < soonest) then soonest = first end
end
if soonest then claimed[2] = digits(soonest) end
return claimed
