import { type DeadLetters, openDeadLetters } from '@answerable/service-kit/bus/dead-letters'
import { isProduction } from '@answerable/service-kit/config'
import { openPool, type Pool } from '@answerable/service-kit/db'
import type { Log } from '@answerable/service-kit/log'
import { type Relay, startRelay } from '@answerable/service-kit/outbox/outbox'
import type { Kit } from '@answerable/service-kit/service'
import type { Config } from './config.ts'
import { type CountryOf, openCountryDatabase } from './geolocation/country.ts'
import { type Housekeeping, startHousekeeping } from './housekeeping.ts'
import { measureMails } from './mail/mail-metrics.ts'
import { mailboxDelivery } from './mail/mailbox.ts'
import { type MailSender, startMailSender } from './mail/sender.ts'
import { measureServer } from './server-metrics.ts'
import { openUseRecorder, type UseRecorder } from './sessions/use-recorder.ts'
import { type Granting, grantListedAdmins } from './users/listed-admins.ts'
import { updateVoters, type VoterUpdate } from './users/voters.ts'

export type Deps = {
  config: Config
  pool: Pool
  /** Only for session lookups and records of their use, so that lookups never wait for other queries. */
  sessionPool: Pool
  useRecorder: UseRecorder
  relay: Relay
  deadLetters: DeadLetters
  mailSender: MailSender
  countryOf: CountryOf
  granting: Granting
  voterUpdate: VoterUpdate
  housekeeping: Housekeeping
  log: Log
}

export const openDeps = async (config: Config, { bus, log, metrics }: Kit): Promise<Deps> => {
  const countryOf = await openCountryDatabase(config.GEO_DB_PATH)
  const database = { url: config.DATABASE_URL, log }
  const connections = config.AUTH_DB_CONNECTIONS
  const sessionConnections = Math.min(2, connections - 1)
  const pool = openPool({
    ...database,
    max: connections - sessionConnections,
    name: 'auth',
    metrics,
  })
  const sessionPool = openPool({ ...database, max: sessionConnections, name: 'auth sessions' })
  measureServer(pool, metrics)
  const delivery =
    config.SMTP_URL === undefined
      ? mailboxDelivery({ pool, log })
      : (await import('./mail/smtp.ts')).smtpDelivery({
          url: config.SMTP_URL,
          from: config.MAIL_FROM,
          requireTls: isProduction(config),
        })
  const relay = startRelay({ pool, bus, log, metrics })
  return {
    config,
    pool,
    sessionPool,
    useRecorder: openUseRecorder({ db: sessionPool, log }),
    relay,
    deadLetters: openDeadLetters({ pool, log, metrics }),
    mailSender: startMailSender({
      config,
      pool,
      relay,
      log,
      delivery,
      count: measureMails(pool, metrics),
    }),
    countryOf,
    granting: grantListedAdmins({ config, pool, log }),
    voterUpdate: updateVoters({ config, pool, log }),
    housekeeping: startHousekeeping({ pool, log }),
    log,
  }
}

export const closeDeps = async (deps: Deps): Promise<void> => {
  deps.housekeeping.stop()
  deps.deadLetters.stop()
  await deps.granting.stop()
  await deps.voterUpdate.stop()
  await deps.mailSender.stop()
  await deps.relay.stop()
  await deps.useRecorder.stop()
  await Promise.all([deps.pool.end(), deps.sessionPool.end()])
}
