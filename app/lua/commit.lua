-- The only writer of a room. One call is one change: check, write, log, schedule, publish.
-- KEYS: 1 document, 2 log, 3 leases, then of the shard: 4 due times, 5 what it owes for outages, 6 when it was last served.
-- ARGV: 1 how the document must begin, which names its seq and digest ('': a new room), 2 the seq of this change,
--       3 the moment before which it is too early ('': any time), 4 the room's end (a moment), 5 seconds its keys
--       outlive that, 6 channel, 7 header of the published frame, 8 digest, 9 events, 10 next moment of presence
--       ('': as it is, 'none': only the leases decide), 11 room code, 12 what is owed for an outage and paid with this
--       change, in ms, 'drop': it concerns a decision that is closed now, '': neither, 13 the longest a lease lasts (ms),
--       14 how many members to unschedule, then those;
--       then how many members to schedule, then (member, moment) each;
--       then how many parts the document has, then those; then the parts of the frame.
-- A moment is milliseconds since 1970, or '+n': n ms after now. Parts alternate: text, n ms after now, text, …
-- No document: the room stays as it is; seq, digest and time are checked, and its keys' expiry is written once more, so
-- that a replica can confirm something.
-- Returns {'ok', now}, {'conflict', document}, {'gone', now}, {'nothing', now}: it is too early, or what was owed has
-- been paid by somebody else, or {'owed', now}: an outage has to be made up for before anything may fire.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function digits(ms) return string.format('%.0f', ms) end
local function moment(text)
  if string.sub(text, 1, 1) == '+' then return now + tonumber(string.sub(text, 2)) end
  return tonumber(text)
end

local head = redis.call('GETRANGE', KEYS[1], 0, 95)
if head == '' then
  if ARGV[1] ~= '' then return {'gone', digits(now)} end
elseif ARGV[1] == '' or string.sub(head, 1, #ARGV[1]) ~= ARGV[1] then
  return {'conflict', redis.call('GET', KEYS[1])}
end
local ends = moment(ARGV[4])
if now >= ends then return {'gone', digits(now)} end
if ARGV[3] ~= '' then
  if redis.call('ZSCORE', KEYS[5], ARGV[11]) then return {'owed', digits(now)} end
  if now < tonumber(ARGV[3]) then return {'nothing', digits(now)} end
end
local owed = ARGV[12] ~= '' and tonumber(redis.call('ZSCORE', KEYS[5], ARGV[11])) or nil
if tonumber(ARGV[12]) and tonumber(ARGV[12]) ~= owed then return {'nothing', digits(now)} end

local at = 14
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
local outlives = digits(ends + tonumber(ARGV[5]) * 1000)

-- Nobody's absence grew during the outage: each lease goes on where it was. One that was renewed since is long enough.
local function settle()
  if not owed then return end
  redis.call('ZREM', KEYS[5], ARGV[11])
  local leases = redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES')
  for i = 1, #leases, 2 do
    local lease_end = tonumber(leases[i + 1])
    local later = math.min(lease_end + owed, now + tonumber(ARGV[13]))
    if later > lease_end then redis.call('ZADD', KEYS[3], digits(later), leases[i]) end
  end
end
local function schedule()
  for _, member in ipairs(unscheduled) do redis.call('ZREM', KEYS[4], member) end
  for _, entry in ipairs(scheduled) do redis.call('ZADD', KEYS[4], digits(moment(entry[2])), entry[1]) end
end

if #document == 0 then
  settle()
  schedule()
  redis.call('PEXPIREAT', KEYS[1], outlives)
  return {'ok', digits(now)}
end

local function join(parts)
  for i = 2, #parts, 2 do parts[i] = digits(now + tonumber(parts[i])) end
  return table.concat(parts)
end
local frame = {}
while ARGV[at] do frame[#frame + 1] = take() end

-- First what Redis itself may refuse: an id that does not grow ends the script before anything is written.
redis.call('XADD', KEYS[2], 'MAXLEN', '~', '20000', ARGV[2] .. '-0', 'd', ARGV[8], 'n', digits(now), 'e', ARGV[9])
redis.call('PEXPIREAT', KEYS[2], outlives)
redis.call('SET', KEYS[1], join(document), 'PXAT', outlives)
if head == '' and redis.call('EXISTS', KEYS[4]) == 0 then
  redis.call('SET', KEYS[6], digits(now), 'PXAT', outlives) -- an idle shard was not neglected
end
settle()
schedule()

if ARGV[10] ~= '' then
  local next_at = ARGV[10] ~= 'none' and moment(ARGV[10]) or nil
  local lease = redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. digits(now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  if lease and (not next_at or tonumber(lease) < next_at) then next_at = tonumber(lease) end
  local member = ARGV[11] .. '|presence|0'
  if next_at then redis.call('ZADD', KEYS[4], digits(next_at), member) else redis.call('ZREM', KEYS[4], member) end
end
redis.call('PEXPIREAT', KEYS[4], outlives, 'NX')
redis.call('PEXPIREAT', KEYS[4], outlives, 'GT')
redis.call('PUBLISH', ARGV[6], ARGV[7] .. join(frame))
return {'ok', digits(now)}
