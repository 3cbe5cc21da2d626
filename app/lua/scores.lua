-- Keep the scores of a game with real cards: new ones, or a change by whoever shared them.
-- KEYS: the scores.
-- ARGV: 1 the owner, 2 the version before ('0': new), 3 the game, 4 how long new ones last, in ms.
-- Returns a verdict, the version that is kept, and when they end.
local kept = redis.call('HMGET', KEYS[1], 'owner', 'version', 'ends')
local function digits(ms) return string.format('%.0f', ms) end

if not kept[1] then
  if ARGV[2] ~= '0' then return {'gone', '0', '0'} end
  local clock = redis.call('TIME')
  kept[3] = digits(clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(ARGV[4]))
elseif kept[1] ~= ARGV[1] then
  return {'foreign', '0', '0'}
elseif kept[2] ~= ARGV[2] then
  return {'stale', kept[2], kept[3]}
end
local version = digits(tonumber(ARGV[2]) + 1)
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'version', version, 'ends', kept[3], 'game', ARGV[3])
redis.call('PEXPIREAT', KEYS[1], kept[3])
return {'ok', version, kept[3]}
