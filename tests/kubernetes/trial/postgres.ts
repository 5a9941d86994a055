import { setTimeout as delay } from 'node:timers/promises'

/** PostgreSQL: a primary, and a standby that runs when a step needs it. */
export type TrialPostgres = {
  /** Runs a statement in the site's database; returns the rows as text. */
  readonly query: (statement: string) => Promise<string>
  /** Runs a command in the pod of the primary. */
  readonly inPostgres: (...command: string[]) => Promise<string>
  readonly restartPostgres: () => Promise<void>
  /** Starts the standby. From then on, the primary acknowledges a commit when the standby has it on disk. */
  readonly startStandby: () => Promise<void>
  /** Crashes the primary for good, promotes the standby and points the Service to it. */
  readonly failOver: () => Promise<void>
}

type Options = {
  inNamespace: (...parameters: string[]) => Promise<string>
  rollOut: (name: string) => Promise<unknown>
}

const standby = 'postgres-standby'
const standbyMilliseconds = 60_000
const pollMilliseconds = 500

export const openPostgres = ({ inNamespace, rollOut }: Options): TrialPostgres => {
  let primary = 'postgres'
  const inPostgres = (...command: string[]) => inNamespace('exec', `${primary}-0`, '--', ...command)

  const query = (statement: string): Promise<string> => {
    const psql = ['psql', '--username=postgres', '--dbname=answerable', '--tuples-only']
    return inPostgres(...psql, '--no-align', `--command=${statement}`)
  }

  return {
    query,
    inPostgres,
    restartPostgres: async () => {
      await inNamespace('delete', 'pod', `${primary}-0`)
      await rollOut(`statefulset/${primary}`)
    },
    startStandby: async () => {
      await inNamespace('scale', `statefulset/${standby}`, '--replicas=1')
      await rollOut(`statefulset/${standby}`)
      // The setting is not copied to the standby, which must not wait for itself after its promotion.
      await query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      await query('SELECT pg_reload_conf()')
      const deadline = performance.now() + standbyMilliseconds
      while ((await query(synchronousStandbys)) !== '1') {
        if (performance.now() > deadline) throw new Error('the standby is not synchronous')
        await delay(pollMilliseconds)
      }
    },
    failOver: async () => {
      // A pod without its StatefulSet is not replaced.
      await inNamespace('delete', 'statefulset', primary, '--cascade=orphan')
      // SIGQUIT ends PostgreSQL as a crash does. The command may end with its container.
      await inPostgres('bash', '-c', 'kill -QUIT 1').catch(() => {})
      await inNamespace('delete', 'pod', `${primary}-0`, '--grace-period=0', '--force')
      primary = standby
      if ((await query('SELECT pg_promote()')) !== 't') throw new Error('no promotion')
      const selector = { 'statefulset.kubernetes.io/pod-name': `${standby}-0` }
      await inNamespace('patch', 'service', 'postgres', patchOf({ spec: { selector } }))
    },
  }
}

const synchronousStandbys = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"

const patchOf = (change: object): string => `--patch=${JSON.stringify(change)}`
