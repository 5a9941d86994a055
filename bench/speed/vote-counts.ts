import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@answerable/contracts/route'
import pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { memberCount, seedMembers } from './seed.ts'
import type { Stack } from './stack.ts'
import { measureVotes } from './vote-cost.ts'

type Counts = Readonly<Record<string, number>>

const votes = 1_000

/**
 * P21: work per vote by new members: SQL statements, calls between services, bus messages, Redis commands, wake-ups and
 * log lines. All statements and calls are logged, so these votes cost more than usual.
 */
export const voteCountRows = async (bench: Bench): Promise<Row[]> => {
  const { stack } = bench
  const first = memberCount * 2
  await seedMembers(stack, { from: first, to: first + 2 * votes, idleMinutes: 60 })
  const owner = new pg.Client({ connectionString: stack.ownerUrl })
  await owner.connect()
  try {
    await stack.restart({ LOG_LEVEL: 'debug' })
    pin(Object.values(stack.pids), [serverCore])
    const measure = measureVotes(bench, owner)
    // Prepares statements and opens connections.
    await measure(50, { first, count: votes })
    await logStatements(owner, 'all')
    const before = await readCounts(stack)
    const { load } = await measure(50, { first: first + votes, count: votes })
    const after = await readCounts(stack)
    await logStatements(owner, 'none')
    return Object.entries(perVote(before, after, load.succeeded)).map(rowOf)
  } finally {
    await owner.end()
  }
}

const rowOf = ([what, counts]: [string, Counts]): Row => ({
  id: 'P21',
  what: `${what} of a vote, 50 connections`,
  bar: null,
  values: [Object.values(counts).reduce((sum, count) => sum + count, 0)],
  unit: 'per vote',
  note: Object.entries(counts)
    .filter(([, count]) => count >= 0.005)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count.toFixed(2)}`)
    .join(', '),
})

type Groups = Readonly<Record<string, Counts>>

const readCounts = async (stack: Stack): Promise<Groups> => ({
  'SQL statements': statementsIn(readFileSync(stack.databaseLogFile, 'utf8')),
  ...programLines(readFileSync(stack.logFile, 'utf8')),
  'NATS messages': await natsMessages(stack.natsMonitoringPort),
  'Redis commands': await redisCommands(stack.redisUrl),
  'wake-ups': wakeUps(stack),
})

const perVote = (before: Groups, after: Groups, votes: number): Groups =>
  Object.fromEntries(
    Object.entries(after).map(([group, counts]) => [
      group,
      Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [
          name,
          (count - (before[group]?.[name] ?? 0)) / votes,
        ]),
      ),
    ]),
  )

/** The backends read the setting before their next statement. */
const reloadMilliseconds = 200

const logStatements = async (owner: pg.Client, which: 'all' | 'none'): Promise<void> => {
  await owner.query(`ALTER SYSTEM SET log_statement = '${which}'`)
  await owner.query('SELECT pg_reload_conf()')
  await delay(reloadMilliseconds)
}

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** By role and the first words of the statement. */
const statementsIn = (log: string): Counts => {
  const counts: Record<string, number> = {}
  const line = / ([a-z]+)@\S+ LOG: {2}(?:statement|execute [^:]+): (.*)/g
  for (const [, role = '', statement = ''] of log.matchAll(line)) {
    if (role !== 'postgres') count(counts, `${role} "${firstWords(statement)}"`)
  }
  return counts
}

const firstWords = (statement: string): string =>
  statement.trim().split(/\s+/).slice(0, 3).join(' ')

/** Calls that the services received, and lines that would be logged by default. */
const programLines = (log: string): Groups => {
  const calls: Record<string, number> = {}
  const lines: Record<string, number> = {}
  for (const line of log.split('\n')) {
    if (!line.startsWith('{')) continue
    const { service, level, msg, route } = JSON.parse(line) as Record<string, unknown>
    if (msg === 'request completed' && service !== 'gateway') count(calls, `${service} ${route}`)
    if (Number(level) >= 30) count(lines, `${service} "${msg}"`)
  }
  return { 'calls between services': calls, 'log lines': lines }
}

const natsMessages = async (port: number): Promise<Counts> => {
  const response = await fetch(`http://127.0.0.1:${port}/varz`)
  const { in_msgs, out_msgs } = (await response.json()) as Record<string, number>
  return { received: in_msgs ?? 0, sent: out_msgs ?? 0 }
}

/** By name; commands within scripts are named too. */
const redisCommands = async (url: string): Promise<Counts> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write('INFO commandstats\r\nQUIT\r\n')
  const info = await text(socket)
  const counts: Record<string, number> = {}
  for (const [, name = '', calls = ''] of info.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)) {
    counts[name] = Number(calls)
  }
  return counts
}

/** How often the main threads waited for something and were woken. */
const wakeUps = ({ pids }: Stack): Counts =>
  Object.fromEntries(
    [...serviceNames, 'nats' as const, 'redis' as const].map((name) => {
      const status = readFileSync(`/proc/${pids[name]}/status`, 'utf8')
      return [name, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])]
    }),
  )
