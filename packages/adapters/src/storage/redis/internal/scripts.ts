import { createScript } from "../connection.ts";

/* Each script is one atomic step in Redis. A script reads everything that it needs before it writes, because Redis does not roll back a script that fails halfway. Numbers are whole and below 2^53, so Lua's numbers hold them exactly. */

// A record is the counts of a bucket, separated by spaces, in the order of `countNames` in schema.ts.
const addSums = `
local function addSums(buckets, fields, sums)
  if #fields == 0 then return {} end
  local records = redis.call("HMGET", buckets, unpack(fields))
  local writes = {}
  for index, field in ipairs(fields) do
    local sum = sums[index]
    if records[index] then
      local position = 0
      for figure in string.gmatch(records[index], "%d+") do
        position = position + 1
        sum[position] = sum[position] + tonumber(figure)
      end
    end
    for position = 1, 8 do sum[position] = string.format("%d", sum[position]) end
    writes[#writes + 1] = field
    writes[#writes + 1] = table.concat(sum, " ")
  end
  return writes
end
`;

const logBatch = `
local function logBatch(batches, field, answer, keptMs)
  redis.call("HSET", batches, field, answer)
  if redis.call("HLEN", batches) == 1 then redis.call("PEXPIRE", batches, keptMs) end
end
`;

/**
 * Decides the calls of accounts like `admitCalls`. Returns the values that it found before: for each account, the
 * revision of each fence, the count of each window, and 1 if it has recorded the outcomes of ended calls. The caller
 * derives the same decisions from them, and the log of batches stores only them. After them it returns the numbers of
 * the accounts whose days are due for packing.
 * Keys: batches, each account, then all windows. Arguments: the batch's field, and the list of consumeArguments in
 * consume-plan.ts as flat JSON. It is one argument because Redis processes each argument separately.
 */
export const consumeScript = createScript(`
${logBatch}
local call, match, format, ceil, floor = redis.call, string.match, string.format, math.ceil, math.floor
local known = call("HGET", KEYS[1], ARGV[1])
if known then return {known} end

local plan = cjson.decode(ARGV[2])
local accounts, now, batchKeptMs, position = plan[1], plan[2], plan[3], 4
local counters = accounts + 2 <= #KEYS and call("MGET", unpack(KEYS, accounts + 2)) or {}
local found, waiting, writes, used, kept, keptAt, taken, extras = {}, {""}, {}, {}, {}, {}, {}, {}

local window = 0
for account = 1, accounts do
  local packTo, fences, fields, windows, decisions = unpack(plan, position, position + 4)
  position = position + 5
  local hash = call("HMGET", KEYS[1 + account], "calls", "first", "last", "packed",
    unpack(plan, position, position + fences + fields - 1))
  for fence = 5, 4 + fences do found[#found + 1] = hash[fence] or "-" end
  local firstField, before = position + fences - 1, window
  position = position + fences + fields
  for _ = 1, windows do
    window = window + 1
    local count = "0"
    if counters[window] then count, kept[window] = match(counters[window], "^(%d+) (%d+)$") end
    found[#found + 1], used[window], keptAt[window] = count, tonumber(count), position
    position = position + 2
  end

  local calls, rejected = {}, {}
  local total, first, last = 0, tonumber(hash[2]), tonumber(hash[3])
  for _ = 1, decisions do
    local stands = true
    for at = position + 1, position + 2 * plan[position], 2 do
      if hash[4 + plan[at]] ~= plan[at + 1] then stands = false end
    end
    position = position + 2 * plan[position] + 1
    local firstLimit, lastLimit = position + 1, position + 2 * plan[position]
    local units = plan[lastLimit + 1]
    position = lastLimit + 2
    for step = position + 1, position + 3 * plan[position], 3 do
      if stands then
        local count, at, field = plan[step], plan[step + 1], plan[step + 2]
        local admitted = count
        for limit = firstLimit, lastLimit, 2 do
          admitted = math.min(admitted, floor(ceil(plan[limit + 1] - used[before + plan[limit]]) / units))
        end
        if admitted > 0 then
          for limit = firstLimit, lastLimit, 2 do
            local index = before + plan[limit]
            used[index], taken[index] = used[index] + admitted * units, true
          end
          if units > 1 then
            extras[#extras + 1] = {1 + account, "u" .. plan[firstField + field], admitted * (units - 1)}
          end
          total = total + admitted
          if not first or at < first then first = at end
          if not last or at > last then last = at end
        else
          admitted = 0
        end
        calls[field] = (calls[field] or 0) + admitted
        rejected[field] = (rejected[field] or 0) + count - admitted
      end
    end
    position = position + 3 * plan[position] + 1
  end

  local ended, firstSum = plan[position], position + 1 + 2 * windows
  local settled = ended > 0 and total == ended
  if ended > 0 then
    for index = 1, windows do
      local count, range = used[before + index], position + 2 * index - 1
      if count < plan[range] or count > plan[range + 1] then settled = false end
    end
    position = firstSum + 6 * fields
  else
    position = position + 1
  end
  found[#found + 1] = settled and "1" or "0"

  local packed, write = tonumber(hash[4]), {}
  if total > 0 then
    write = {"calls", (hash[1] or 0) + total, "last", last}
    if first ~= tonumber(hash[2]) then write[5], write[6] = "first", first end
    if not packed then
      packed = packTo
      write[#write + 1] = "packed"
      write[#write + 1] = packed
    end
  end
  for field, count in pairs(calls) do
    local hadCalls, hadRejected, others = 0, 0, " 0 0 0 0 0 0"
    local record = hash[4 + fences + field]
    if record then hadCalls, hadRejected, others = match(record, "^(%d+) (%d+)(.*)$") end
    if settled then
      local sums = {match(others, "(%d+) (%d+) (%d+) (%d+) (%d+) (%d+)")}
      for index = 1, 6 do sums[index] = format(" %d", sums[index] + plan[firstSum + 6 * (field - 1) + index - 1]) end
      others = table.concat(sums)
    end
    write[#write + 1] = plan[firstField + field]
    write[#write + 1] = (hadCalls + count) .. " " .. (hadRejected + rejected[field]) .. others
  end
  writes[account] = write
  if packed and packed < packTo then waiting[#waiting + 1] = account end
end

for account, write in ipairs(writes) do
  if #write > 0 then call("HSET", KEYS[1 + account], unpack(write)) end
end
for _, extra in ipairs(extras) do call("HINCRBY", KEYS[extra[1]], extra[2], extra[3]) end
for index in pairs(taken) do
  local key, keptUntil = KEYS[1 + accounts + index], plan[keptAt[index]]
  if kept[index] and tonumber(kept[index]) >= tonumber(keptUntil) then
    call("SET", key, used[index] .. " " .. kept[index], "KEEPTTL")
  else
    -- Milliseconds from the caller's instant on: whatever Redis' own clock shows, an open window keeps its count.
    call("SET", key, used[index] .. " " .. keptUntil, "PX", math.max(keptUntil - now, plan[keptAt[index] + 1]))
  end
end

waiting[1] = table.concat(found, " ")
logBatch(KEYS[1], ARGV[1], waiting[1], batchKeptMs)
return waiting
`);

/**
 * Adds sums to the buckets of accounts. Keys: batches, each account. Arguments: the batch's field, and as JSON for each
 * account the fields and the amounts to add to each.
 */
export const completeScript = createScript(`
${addSums}
${logBatch}
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then return 0 end
local plan = cjson.decode(ARGV[2])
local writes = {}
for account, sums in ipairs(plan.accounts) do writes[account] = addSums(KEYS[1 + account], sums.fields, sums.sums) end
for account, write in ipairs(writes) do
  if #write > 0 then redis.call("HSET", KEYS[1 + account], unpack(write)) end
end
logBatch(KEYS[1], ARGV[1], "", plan.batchKeptMs)
return 1
`);

/**
 * Refunds units like `refundCalls`. If the calls or the extra units of a bucket are packed, it changes nothing and
 * returns the days that must be unpacked first. Keys: batches, account, days, then each window. Arguments: the batch's field, and the plan as
 * JSON.
 */
export const refundScript = createScript(`
${logBatch}
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then return {} end
local plan = cjson.decode(ARGV[2])
local account = redis.call("HMGET", KEYS[2], "calls", "first", "last")
local records = #plan.fields > 0 and redis.call("HMGET", KEYS[2], unpack(plan.fields)) or {}
local counters = #KEYS > 3 and redis.call("MGET", unpack(KEYS, 4)) or {}

local bucketsBefore, callsLeft, extraFields, extrasLeft, extrasGiven = {}, {}, {}, {}, {}
for index, field in ipairs(plan.fields) do
  extraFields[index] = "u" .. field
  extrasLeft[index] = tonumber(redis.call("HGET", KEYS[2], extraFields[index]) or 0)
  extrasGiven[index] = 0
  local figures = {}
  for figure in string.gmatch(records[index] or "0 0 0 0 0 0 0 0", "%d+") do figures[#figures + 1] = tonumber(figure) end
  bucketsBefore[index], callsLeft[index] = figures, figures[1]
end
local used, keptUntil, given = {}, {}, {}
for index = 1, #KEYS - 3 do
  local count, instant = 0, 0
  if counters[index] then count, instant = string.match(counters[index], "^(%d+) (%d+)$") end
  used[index], keptUntil[index], given[index] = tonumber(count), instant, 0
end

local wanted, wantedExtras, missing = {}, {}, {}
for _, refund in ipairs(plan.refunds) do
  local index = refund.field
  wanted[index] = (wanted[index] or 0) + 1
  wantedExtras[index] = (wantedExtras[index] or 0) + refund.units - 1
end
for index, count in pairs(wanted) do
  local day = plan.days[index]
  if callsLeft[index] < count and redis.call("HEXISTS", KEYS[3], "s" .. day) == 1
    or extrasLeft[index] < wantedExtras[index] and redis.call("HEXISTS", KEYS[3], "u" .. day) == 1 then
    missing[#missing + 1] = day
  end
end
if #missing > 0 then return missing end

local total, first, last = 0, tonumber(account[2]), tonumber(account[3])
for _, refund in ipairs(plan.refunds) do
  local index = refund.field
  if callsLeft[index] > 0 then
    callsLeft[index] = callsLeft[index] - 1
    total = total + 1
    local extra = math.min(refund.units - 1, extrasLeft[index] - extrasGiven[index])
    extrasGiven[index] = extrasGiven[index] + extra
    if not first or refund.at < first then first = refund.at end
    if not last or refund.at > last then last = refund.at end
    for _, window in ipairs(refund.windows) do
      given[window] = math.min(used[window], given[window] + 1 + extra)
    end
  end
end

local writes = {}
for index, field in ipairs(plan.fields) do
  local figures = bucketsBefore[index]
  local taken = figures[1] - callsLeft[index]
  if taken > 0 then
    figures[1], figures[5] = callsLeft[index], figures[5] + taken
    for position = 1, 8 do figures[position] = string.format("%d", figures[position]) end
    writes[#writes + 1] = field
    writes[#writes + 1] = table.concat(figures, " ")
  end
end
if #writes > 0 then
  redis.call("HSET", KEYS[2], unpack(writes))
  redis.call("HSET", KEYS[2], "calls", string.format("%d", (account[1] or 0) - total),
    "first", string.format("%d", first), "last", string.format("%d", last))
end
for index, extra in ipairs(extrasGiven) do
  if extra > 0 then redis.call("HINCRBY", KEYS[2], extraFields[index], -extra) end
end
for index = 1, #KEYS - 3 do
  if given[index] > 0 then
    local value = string.format("%d ", used[index] - given[index]) .. keptUntil[index]
    redis.call("SET", KEYS[3 + index], value, "KEEPTTL")
  end
end
logBatch(KEYS[1], ARGV[1], "", plan.batchKeptMs)
return {}
`);

/**
 * Adds the buckets of a packed day to the unpacked ones, unless the packed day has changed. Concurrent changes of the
 * unpacked buckets are allowed.
 * Keys: account, days. Arguments: the three fields of the day, each with its expected value (empty for a missing field),
 * and as JSON the fields of the buckets and their counts, and the extra units of each or 0.
 */
export const unpackScript = createScript(`
${addSums}
if (redis.call("HGET", KEYS[2], ARGV[1]) or "") ~= ARGV[2] then return 0 end
if (redis.call("HGET", KEYS[2], ARGV[3]) or "") ~= ARGV[4] then return 0 end
if (redis.call("HGET", KEYS[2], ARGV[5]) or "") ~= ARGV[6] then return 0 end
local plan = cjson.decode(ARGV[7])
redis.call("HSET", KEYS[1], unpack(addSums(KEYS[1], plan.fields, plan.sums)))
for index, extra in ipairs(plan.extras) do
  if extra > 0 then redis.call("HINCRBY", KEYS[1], "u" .. plan.fields[index], extra) end
end
redis.call("HDEL", KEYS[2], ARGV[1], ARGV[3], ARGV[5])
return 1
`);

/** Raises the revision of a fence. Key: the account. Arguments: the fence's field, the revision. */
export const fenceScript = createScript(`
local current = redis.call("HGET", KEYS[1], ARGV[1])
if not current or tonumber(current) < tonumber(ARGV[2]) then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
return 1
`);

/** Notes the last use of a credential. Key: the credential. Argument: the instant. */
export const lastUseScript = createScript(`
local noted = redis.call("GET", KEYS[1])
if not noted or tonumber(noted) < tonumber(ARGV[1]) then redis.call("SET", KEYS[1], ARGV[1]) end
return 1
`);

/**
 * Changes fields of hashes if all of them have the expected values. Keys: the hashes. Arguments: for each field the
 * position of its hash, its name, its expected value and its next value. An empty value means a missing field.
 */
export const exchangeScript = createScript(`
for index = 1, #ARGV, 4 do
  local found = redis.call("HGET", KEYS[tonumber(ARGV[index])], ARGV[index + 1]) or ""
  if found ~= ARGV[index + 2] then return 0 end
end
for index = 1, #ARGV, 4 do
  local hash, field, next = KEYS[tonumber(ARGV[index])], ARGV[index + 1], ARGV[index + 3]
  if next == "" then redis.call("HDEL", hash, field) else redis.call("HSET", hash, field, next) end
end
return 1
`);
