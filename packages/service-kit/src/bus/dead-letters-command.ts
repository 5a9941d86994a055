import type { ServiceName } from '@answerable/contracts/route'
import { cutText } from '@answerable/contracts/text'
import * as z from 'zod/mini'
import { databaseUrl, type Environment, parseEnvironment } from '../config.ts'
import { openCommandPool, type Pool } from '../db.ts'
import { createLog } from '../log.ts'
import {
  countDeadLetters,
  dismissDeadLetter,
  findDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type StoredDeadLetter,
  waitingDeadLetters,
} from './dead-letters.ts'

const usage = 'Usage: dead-letters list | show NAME | replay NAME | replay --all | dismiss NAME'
const settings = z.object({ DATABASE_URL: databaseUrl })
const shownAtOnce = 100

/** A connection pool for each service that stores dead letters. */
type ServicePools = readonly { service: ServiceName; pool: Pool }[]

/** Lists, shows, replays or dismisses dead letters. Returns the exit code. */
export const deadLettersCommand = async (
  parameters: readonly string[],
  environments: Readonly<Partial<Record<ServiceName, Environment>>>,
): Promise<number> => {
  const act = actOf(parameters)
  if (act === null) return complain(usage)
  const log = createLog({ service: 'dead-letters', level: 'silent' })
  const shelves: { service: ServiceName; pool: Pool }[] = []
  try {
    for (const [service, environment] of Object.entries(environments)) {
      const { DATABASE_URL: url } = parseEnvironment(settings, environment)
      const pool = openCommandPool({ url, name: 'dead letters', log })
      shelves.push({ service: service as ServiceName, pool })
    }
    return await act(shelves)
  } catch (error) {
    return complain(reasonOf(error))
  } finally {
    for (const { pool } of shelves) await pool.end()
  }
}

type Act = (shelves: ServicePools) => Promise<number>

const actOf = ([verb, name, ...rest]: readonly string[]): Act | null => {
  if (rest.length > 0) return null
  if (verb === 'list' && name === undefined) return list
  if (name === undefined) return null
  if (verb === 'show') return (shelves) => show(shelves, name)
  if (verb === 'dismiss') return (shelves) => dismiss(shelves, name)
  if (verb !== 'replay') return null
  return name === '--all' ? replayAll : (shelves) => replay(shelves, name)
}

const list: Act = async (shelves) => {
  let [all, waiting, shown] = [0, 0, 0]
  for (const { service, pool } of shelves) {
    const letters = await listDeadLetters(pool, shownAtOnce)
    for (const letter of letters) say(lineOf(service, letter))
    const counts = await countDeadLetters(pool)
    all += counts.all
    waiting += counts.waiting
    shown += letters.length
  }
  if (shown < all) say(`… and ${all - shown} older ones`)
  say(all === 0 ? 'There are no dead letters.' : `${counted(all)}, ${waiting} waiting.`)
  return 0
}

const show = async (shelves: ServicePools, name: string): Promise<number> => {
  const found = await find(shelves, name)
  if (found === null) return complain(unknown(name))
  const { letter } = found
  say(`event       ${letter.eventId}`)
  say(`subject     ${letter.subject}`)
  say(`audience    ${letter.audience}`)
  say(`request     ${letter.requestId ?? 'none'}`)
  say(`attempts    ${letter.attempts}`)
  say(`first died  ${letter.firstDiedAt.toISOString()}`)
  if (letter.lastDiedAt > letter.firstDiedAt) say(`last died   ${letter.lastDiedAt.toISOString()}`)
  say(`replayed    ${replayOf(letter)}`)
  if (letter.dismissedAt !== null) say(`dismissed   ${letter.dismissedAt.toISOString()}`)
  say(`error       ${letter.error}`)
  say(`payload     ${letter.payload ?? 'too large to store'}`)
  return 0
}

const replay = async (shelves: ServicePools, name: string): Promise<number> => {
  const found = await find(shelves, name)
  if (found === null) return complain(unknown(name))
  if (found.letter.payload === null) {
    return complain(
      `The payload of ${name} was too large to store. It cannot be replayed, only dismissed.`,
    )
  }
  return send(found.pool, { name, id: found.letter.id })
}

const dismiss = async (shelves: ServicePools, name: string): Promise<number> => {
  const found = await find(shelves, name)
  if (found === null) return complain(unknown(name))
  await dismissDeadLetter(found.pool, found.letter.id)
  say(`Dismissed ${name}. Its record is kept for 30 days.`)
  return 0
}

const replayAll: Act = async (shelves) => {
  const outcomes: number[] = []
  for (const { service, pool } of shelves) {
    for (const id of await waitingDeadLetters(pool)) {
      outcomes.push(await send(pool, { name: `${service}-${id}`, id }))
    }
  }
  const sent = outcomes.filter((code) => code === 0).length
  if (outcomes.length === 0) say('There are no dead letters to replay.')
  else say(`${counted(sent)} replayed.`)
  return sent === outcomes.length ? 0 : 1
}

const send = async (pool: Pool, { name, id }: { name: string; id: number }): Promise<number> => {
  try {
    const eventId = await replayDeadLetter(pool, id)
    if (eventId === null) return complain(unknown(name))
    say(`${name} is replayed as event ${eventId}. It is sent at once, or when the site starts.`)
    return 0
  } catch (error) {
    return complain(`${name} cannot be replayed: ${reasonOf(error)}`)
  }
}

const find = async (
  shelves: ServicePools,
  name: string,
): Promise<{ pool: Pool; letter: StoredDeadLetter } | null> => {
  const [, service, id] = /^([a-z]+)-(\d{1,15})$/.exec(name) ?? []
  const shelf = shelves.find((candidate) => candidate.service === service)
  if (shelf === undefined) return null
  const letter = await findDeadLetter(shelf.pool, Number(id))
  return letter === null ? null : { pool: shelf.pool, letter }
}

const unknown = (name: string): string =>
  `There is no dead letter ${name}. Use \`list\` to see their names, such as auth-3.`

const lineOf = (service: ServiceName, letter: StoredDeadLetter): string =>
  [
    `${service}-${letter.id}`,
    stateOf(letter),
    letter.lastDiedAt.toISOString(),
    `${letter.subject} for ${letter.audience}`,
    cutText(letter.error.split('\n', 1)[0] ?? '', 120),
  ].join('  ')

const stateOf = ({ replayedAt, dismissedAt }: StoredDeadLetter): string => {
  if (replayedAt !== null) return 'replayed'
  return dismissedAt === null ? 'waiting' : 'dismissed'
}

const replayOf = ({ replayedAt, replayedAs }: StoredDeadLetter): string =>
  replayedAt === null ? 'not yet' : `${replayedAt.toISOString()} as event ${replayedAs}`

const counted = (count: number): string => `${count} dead ${count === 1 ? 'letter' : 'letters'}`

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
}

/** Removes control characters, so that event data cannot send commands to the terminal. */
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

const say = (line: string): void => void process.stdout.write(`${line.replace(controls, ' ')}\n`)

const complain = (line: string): number => {
  process.stderr.write(`${line.replace(controls, ' ')}\n`)
  return 1
}
