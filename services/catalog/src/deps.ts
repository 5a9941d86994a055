import { submissionChanged } from '@answerable/contracts/events'
import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Worker } from '@answerable/service-kit/process/worker'
import type { Kit } from '@answerable/service-kit/service'
import { hasOpenData } from '@answerable/service-kit/snapshot-store/settings'
import type { Config } from './config.ts'
import { type Housekeeping, startHousekeeping } from './housekeeping.ts'
import { startCounting } from './participation/counting.ts'
import { castJoins } from './participation/store.ts'
import { type SearchIndexing, startSearchIndexing } from './search/indexing.ts'
import { startSnapshots } from './snapshots/schedule.ts'
import { startSourceSyncing } from './sources/syncing.ts'
import { type Feed, openFeed } from './submissions/feed.ts'
import { openJsonCache } from './submissions/json-cache.ts'
import { openSubmissionLoader, type SubmissionLoader } from './submissions/submission-loader.ts'
import { openStatusWatch, type StatusWatch } from './updates/status-watch.ts'
import { type BurstWatch, watchBursts } from './votes/bursts.ts'
import { type NetworkKey, openNetworkKey } from './votes/networks.ts'
import { openVoteBatcher, type VoteBatcher } from './votes/vote-batcher.ts'
import { startCountingVotes } from './votes-by-day/counting.ts'

export type Deps = {
  pool: Pool
  relay: Relay
  deadLetters: DeadLetters
  ballotBox: VoteBatcher
  joinBox: VoteBatcher
  feed: Feed
  readText: SubmissionLoader
  networkKey: NetworkKey
  isBurst: BurstWatch
  isJoinBurst: BurstWatch
  housekeeping: Housekeeping
  searchIndexing: SearchIndexing
  statusWatch: StatusWatch
  sourceSyncing: Worker
  counting: Worker
  voteCounting: Worker
  /** Null without open data. */
  snapshots: Worker | null
  log: Log
}

/** Votes and comments. A decision has a message of its own, with its request id. */
const changesOfNumbers = {
  subject: submissionChanged.subject,
  condition: (change: unknown) => Reflect.get(Object(change), 'cause') === 'numbers',
}

export const openDeps = async (config: Config, { bus, log, metrics }: Kit): Promise<Deps> => {
  const pool = openPool({
    url: config.DATABASE_URL,
    max: config.CATALOG_DB_CONNECTIONS,
    name: 'catalog',
    log,
    metrics,
  })
  const relay = startRelay({ pool, bus, log, metrics, combined: changesOfNumbers })
  const texts = openJsonCache()
  const statusWatch = openStatusWatch({
    ...{ pool, log, onCommit: relay.wake },
    thresholds: { score: config.ACTIVE_SCORE, participants: config.ACTIVE_PARTICIPANTS },
  })
  return {
    pool,
    relay,
    deadLetters: openDeadLetters({ pool, log, metrics }),
    ballotBox: openVoteBatcher({
      ...{ pool, metrics, onCommit: relay.wake },
      onVoted: statusWatch.check,
    }),
    joinBox: openVoteBatcher({
      ...{ pool, metrics, onCommit: relay.wake },
      onVoted: statusWatch.check,
      kind: { name: 'joins', write: castJoins },
    }),
    feed: openFeed(pool, texts),
    readText: openSubmissionLoader(pool, texts),
    networkKey: openNetworkKey(config),
    isBurst: watchBursts(),
    isJoinBurst: watchBursts(),
    housekeeping: startHousekeeping({ pool, log }),
    searchIndexing: startSearchIndexing({ pool, log }),
    statusWatch,
    sourceSyncing: startSourceSyncing({ pool, relay, log }),
    counting: startCounting({ pool, log }),
    voteCounting: startCountingVotes({ pool, log }),
    snapshots: hasOpenData(config) ? startSnapshots({ pool, log, config }) : null,
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  await deps.searchIndexing.stop()
  await deps.statusWatch.stop()
  await deps.sourceSyncing.stop()
  await deps.counting.stop()
  await deps.voteCounting.stop()
  await deps.snapshots?.stop()
  deps.deadLetters.stop()
  await deps.relay.stop()
  await deps.pool.end()
}
