import { redisScript } from '../redis/script';

/**
 * Reads entries for a consumer: first those that others have not acknowledged in time, then unread ones. One script does both,
 * because its reply has the same form in RESP2 and RESP3. The take-over also deletes consumers that are idle and have no
 * entries: each start of a worker creates one.
 *
 * KEYS: stream. ARGV: group, consumer, maximum number of entries, minimum idle time for a take-over or '', cursor of the scan,
 * idle time after which a consumer without entries is deleted.
 * Returns the next cursor and, for each entry, [entry id, 'held' or 'new', id, at, body].
 */
export const takeScript = redisScript(`
local stream, group, consumer, most, idleMs, cursor = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local taken = {}
local function add(entries, held)
  for _, entry in ipairs(entries) do
    local fields = entry[2] or {}
    local named = {}
    for index = 1, #fields, 2 do named[fields[index]] = fields[index + 1] end
    taken[#taken + 1] = { entry[1], held, named.id or '', named.at or '', named.body or '' }
  end
end
if idleMs ~= '' then
  local reply = redis.call('XAUTOCLAIM', stream, group, consumer, idleMs, cursor, 'COUNT', most)
  cursor = reply[1]
  add(reply[2], 'held')
  for _, each in ipairs(redis.call('XINFO', 'CONSUMERS', stream, group)) do
    local facts = {}
    for index = 1, #each, 2 do facts[each[index]] = each[index + 1] end
    if facts.pending == 0 and facts.idle >= tonumber(ARGV[6]) and facts.name ~= consumer then
      redis.call('XGROUP', 'DELCONSUMER', stream, group, facts.name)
    end
  end
end
if #taken < most then
  local reply = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', most - #taken, 'STREAMS', stream, '>')
  if reply then add(reply[1][2], 'new') end
end
return { cursor, taken }
`);

/**
 * Acknowledges entries and deletes those that every group has acknowledged. With one group they are deleted at once, with
 * several up to the oldest entry that a group has not read or not acknowledged. An entry that was not pending is not deleted.
 *
 * KEYS: stream. ARGV: group, entries. Returns how many were pending.
 */
export const acknowledgeScript = redisScript(`
local stream, group, acknowledged = KEYS[1], ARGV[1], {}
for index = 2, #ARGV do
  if redis.call('XACK', stream, group, ARGV[index]) == 1 then acknowledged[#acknowledged + 1] = ARGV[index] end
end
if #acknowledged == 0 then return 0 end
local groups = redis.call('XINFO', 'GROUPS', stream)
if #groups == 1 then
  for _, entry in ipairs(acknowledged) do redis.call('XDEL', stream, entry) end
  return #acknowledged
end
local oldest, oldestMs, oldestSequence
for _, each in ipairs(groups) do
  local facts = {}
  for index = 1, #each, 2 do facts[each[index]] = each[index + 1] end
  local needed = facts['last-delivered-id']
  if facts.pending > 0 then needed = redis.call('XPENDING', stream, facts.name)[2] end
  local ms, sequence = string.match(needed, '^(%d+)-(%d+)$')
  ms, sequence = tonumber(ms), tonumber(sequence)
  if oldest == nil or ms < oldestMs or (ms == oldestMs and sequence < oldestSequence) then
    oldest, oldestMs, oldestSequence = needed, ms, sequence
  end
end
redis.call('XTRIM', stream, 'MINID', oldest)
return #acknowledged
`);
