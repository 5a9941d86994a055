import { hash } from 'node:crypto'
import type { RedisClient } from './redis-link.ts'
import type { Consumed, RateLimitWindow } from './store.ts'

const scriptOf = (text: string) => ({ text, sha1: hash('sha1', text) })

/**
 * Counts several calls in their order. KEYS are the windows' keys of one call after another. ARGV has one item for each
 * call: the units and the length in milliseconds of each of its windows. The reply has as many numbers for each call:
 * whether it is allowed, then the units used and the milliseconds left of each window. It is a text, because the client
 * takes longer to read a list.
 */
const consumeUnits = scriptOf(`
local stored = redis.call('MGET', unpack(KEYS))
local used, left, window, added = {}, {}, {}, {}
for index, key in ipairs(KEYS) do
  if used[key] == nil then
    used[key] = tonumber(stored[index] or 0)
    if stored[index] then left[key] = redis.call('PTTL', key) end
  end
end
local rules = {}
local reply = {}
local first = 0
for _, text in ipairs(ARGV) do
  local rule = rules[text]
  if not rule then
    rule = {}
    for number in string.gmatch(text, '%d+') do rule[#rule + 1] = tonumber(number) end
    rules[text] = rule
  end
  local isAllowed = 1
  for index = 1, #rule / 2 do
    if used[KEYS[first + index]] >= rule[2 * index - 1] then isAllowed = 0 end
  end
  reply[#reply + 1] = isAllowed
  for index = 1, #rule / 2 do
    local key = KEYS[first + index]
    window[key] = rule[2 * index]
    if isAllowed == 1 then
      used[key] = used[key] + 1
      added[key] = (added[key] or 0) + 1
    end
    local milliseconds = left[key] or window[key]
    reply[#reply + 1] = used[key]
    reply[#reply + 1] = milliseconds < 0 and window[key] or milliseconds
  end
  first = first + #rule / 2
end
for key, count in pairs(added) do
  if left[key] then
    redis.call('INCRBY', key, count)
    if left[key] < 0 then redis.call('PEXPIRE', key, window[key]) end
  else
    redis.call('SET', key, count, 'PX', window[key])
  end
end
return table.concat(reply, ' ')`)

const refundUnits = scriptOf(`
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end`)

/** Takes the units of several calls, one call after another. The keys of the windows have this prefix in Redis. */
export const consumeInRedis = async (
  client: RedisClient,
  calls: readonly (readonly RateLimitWindow[])[],
  prefix: string,
): Promise<Consumed[]> => {
  const keys: string[] = []
  const rules: string[] = []
  for (const windows of calls) {
    let rule = ''
    for (const { key, units, windowSeconds } of windows) {
      keys.push(prefix + key)
      rule += `${units} ${windowSeconds * 1_000} `
    }
    rules.push(rule)
  }
  const reply = await run(client, consumeUnits, { keys, arguments: rules })
  return consumedOf(calls, String(reply).split(' '))
}

/** Returns one unit to each of these keys. */
export const refundInRedis = async (client: RedisClient, keys: string[]): Promise<void> => {
  await run(client, refundUnits, { keys })
}

/** Sends only the script's hash, unless Redis does not know the script yet. */
const run = async (
  client: RedisClient,
  { text, sha1 }: ReturnType<typeof scriptOf>,
  input: { keys: string[]; arguments?: string[] },
): Promise<unknown> => {
  try {
    return await client.evalSha(sha1, input)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.eval(text, input)
  }
}

const consumedOf = (
  calls: readonly (readonly RateLimitWindow[])[],
  reply: readonly string[],
): Consumed[] => {
  let next = 0
  const read = (): number => {
    next += 1
    return Number(reply[next - 1])
  }
  return calls.map((windows) => {
    const isAllowed = read() === 1
    const remaining = windows.map(({ units }) => ({
      unitsLeft: Math.max(0, units - read()),
      secondsLeft: Math.max(1, Math.ceil(read() / 1_000)),
    }))
    return { isAllowed, remaining }
  })
}
