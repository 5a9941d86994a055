import { parseArgs } from 'node:util'
import { watchNats } from './nats.ts'
import { type Finding, watchPostgres } from './postgres.ts'
import { CannotTrace, findStrace } from './strace.ts'

const cannotTell = 2

type Case = { name: string; watch: (strace: string) => Promise<Finding>; mustBreak: boolean }

const { values } = parseArgs({ options: { writes: { type: 'string', default: '1000' } } })
const writes = Number(values.writes)
if (!Number.isSafeInteger(writes) || writes < 10) {
  process.stderr.write('Usage: npm run tool -- test-fsync [--writes 1000]\n')
  process.exit(1)
}
const fewer = Math.ceil(writes / 4)

/** The last case of each must fail; otherwise the check detects nothing. */
const cases: readonly Case[] = [
  {
    name: 'PostgreSQL, one client',
    watch: (strace) => watchPostgres(strace, { clients: 1, votes: fewer }),
    mustBreak: false,
  },
  {
    name: 'PostgreSQL under load',
    watch: (strace) => watchPostgres(strace, { clients: 32, votes: writes }),
    mustBreak: false,
  },
  {
    name: 'PostgreSQL with synchronous_commit off (control)',
    watch: (strace) =>
      watchPostgres(strace, {
        clients: 1,
        votes: fewer,
        settings: { synchronous_commit: 'off' },
      }),
    mustBreak: true,
  },
  {
    name: 'NATS, one client',
    watch: (strace) => watchNats(strace, { clients: 1, events: fewer }),
    mustBreak: false,
  },
  {
    name: 'NATS under load',
    watch: (strace) => watchNats(strace, { clients: 32, events: writes }),
    mustBreak: false,
  },
  {
    name: 'NATS without sync_interval (control)',
    watch: (strace) =>
      watchNats(strace, {
        clients: 1,
        events: fewer,
        configure: (text) => text.replace('sync_interval: always', ''),
      }),
    mustBreak: true,
  },
]

/** A single client cannot share a sync with another. */
const isDurable = ({ clients, responses, syncs, broken }: Finding): boolean =>
  broken === 0 && (clients > 1 || syncs >= responses)

// Traced servers do not keep this process alive.
const awake = setInterval(() => {}, 1_000)
try {
  const strace = findStrace()
  for (const { name, watch, mustBreak } of cases) {
    const finding = await watch(strace)
    const isRight = isDurable(finding) !== mustBreak
    console.log(
      `${isRight ? 'ok ' : 'BAD'}  ${name}: ${finding.responses} responses, ${finding.syncs} syncs, ` +
        `${finding.broken} sent before the write was on disk`,
    )
    if (!isRight) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof CannotTrace)) throw error
  process.stderr.write(`NOT VERIFIED that acknowledged writes are on disk: ${error.message}\n`)
  process.exitCode = cannotTell
} finally {
  clearInterval(awake)
}
