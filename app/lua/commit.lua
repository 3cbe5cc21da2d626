-- The only writer of a room. One call is one change: check, write, log, schedule, publish.
-- KEYS: document, log, leases, due times of the shard.
-- ARGV: 1 the seq the change was decided on ('0': a new room), 2 moment before which it is too early ('': any time),
--       3 the room's end (a moment), 4 seconds its keys outlive that, 5 channel, 6 header of the published frame,
--       7 digest, 8 events, 9 next moment of presence ('': as it is, 'none': only the leases decide), 10 room code,
--       11 how many members to unschedule, then those;
--       then how many members to schedule, then (member, moment) each;
--       then how many parts the document has, then those; then the parts of the frame.
-- A moment is milliseconds since 1970, or '+n': n ms after now. Parts alternate: text, n ms after now, text, …
-- No document: nothing is written, only seq and time are checked.
-- Returns {'ok', now}, {'conflict', document}, {'gone', now} or {'early', now}.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function digits(ms) return string.format('%.0f', ms) end
local function moment(text)
  if string.sub(text, 1, 1) == '+' then return now + tonumber(string.sub(text, 2)) end
  return tonumber(text)
end

local head = redis.call('GETRANGE', KEYS[1], 0, 31)
local seq = string.match(head, '^{"seq":(%d+),')
local wanted = ARGV[1]
if not seq then
  if wanted ~= '0' then return {'gone', digits(now)} end
elseif seq ~= wanted then
  return {'conflict', redis.call('GET', KEYS[1])}
end
local ends = moment(ARGV[3])
if now >= ends then return {'gone', digits(now)} end
if ARGV[2] ~= '' and now < tonumber(ARGV[2]) then return {'early', digits(now)} end

local at = 11
local function take()
  local value = ARGV[at]
  at = at + 1
  return value
end
local function take_all()
  local all = {}
  for i = 1, tonumber(take()) do all[i] = take() end
  return all
end

local unscheduled = take_all()
local scheduled = {}
for i = 1, tonumber(take()) do scheduled[i] = {take(), take()} end
local document = take_all()
if #document == 0 then return {'ok', digits(now)} end

local function join(parts)
  for i = 2, #parts, 2 do parts[i] = digits(now + tonumber(parts[i])) end
  return table.concat(parts)
end
local frame = {}
while ARGV[at] do frame[#frame + 1] = take() end

local outlives = digits(ends + tonumber(ARGV[4]) * 1000)
-- First what Redis itself may refuse: an id that does not grow ends the script before anything is written.
redis.call('XADD', KEYS[2], 'MAXLEN', '~', '20000', digits(tonumber(wanted) + 1) .. '-0',
  'd', ARGV[7], 'n', digits(now), 'e', ARGV[8])
redis.call('SET', KEYS[1], join(document), 'PXAT', outlives)
redis.call('PEXPIREAT', KEYS[2], outlives)
for _, member in ipairs(unscheduled) do redis.call('ZREM', KEYS[4], member) end
for _, entry in ipairs(scheduled) do redis.call('ZADD', KEYS[4], digits(moment(entry[2])), entry[1]) end

if ARGV[9] ~= '' then
  local next_at = ARGV[9] ~= 'none' and moment(ARGV[9]) or nil
  local lease = redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. digits(now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  if lease and (not next_at or tonumber(lease) < next_at) then next_at = tonumber(lease) end
  local member = ARGV[10] .. '|presence|0'
  if next_at then redis.call('ZADD', KEYS[4], digits(next_at), member) else redis.call('ZREM', KEYS[4], member) end
end
redis.call('PEXPIREAT', KEYS[4], outlives, 'NX')
redis.call('PEXPIREAT', KEYS[4], outlives, 'GT')
redis.call('PUBLISH', ARGV[5], ARGV[6] .. join(frame))
return {'ok', digits(now)}
