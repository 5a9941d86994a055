import { submission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'
import { type CatalogOnDisk, newViewer, startCatalogOnDisk, type TimedResponse } from './catalog.ts'
import { traceProcess } from './strace.ts'
import { brokenPromises, type Call, marksOf, type Promised } from './trace.ts'

export type Finding = {
  clients: number
  /** Acknowledged writes. */
  responses: number
  /** Syncs of the log that ended during these writes. */
  syncs: number
  /** Acknowledgements sent before the write was synced. */
  broken: number
}

const submissions = 5

/**
 * Casts votes and compares every response with PostgreSQL's system calls: the vote's position in the
 * write-ahead log must be synced before the response.
 */
export const watchPostgres = async (
  strace: string,
  options: { clients: number; votes: number; settings?: Readonly<Record<string, string>> },
): Promise<Finding> => {
  const site = await startCatalogOnDisk(options.settings ?? {})
  const log = createLog({ service: 'durability', level: 'warn' })
  const owner = openPool({ url: patientUrl(site.ownerUrl), max: 1, name: 'durability', log })
  try {
    await notePlaces(owner)
    const ids = await propose(site)
    const tracing = await traceProcess(strace, site.postgres.pid)
    const responses = await vote(site, { ids, ...options })
    const calls = await tracing.stop()
    return await findingOf(owner, { calls, responses, clients: options.clients })
  } finally {
    await owner.end()
    await site.stop()
  }
}

/** Records each version of a submission with the position of the log after its event was written. */
const notePlaces = async (owner: Pool): Promise<void> => {
  await owner.query(`
    CREATE TABLE catalog.places (id text, version bigint, lsn pg_lsn);
    CREATE FUNCTION catalog.note_place() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO catalog.places VALUES
        (NEW.payload->>'submissionId', (NEW.payload->>'version')::bigint, pg_current_wal_insert_lsn());
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_place AFTER INSERT ON catalog.outbox
      FOR EACH ROW EXECUTE FUNCTION catalog.note_place()`)
}

const propose = async (site: CatalogOnDisk): Promise<string[]> => {
  const body = { targetName: 'Acme', location: 'Springfield', reasons: 'Anvils.' }
  const responses = await Promise.all(
    Array.from({ length: submissions }, () => site.call(submitBoycott, { body }, newViewer())),
  )
  return responses.map((response) => submission.parse(response.body).id)
}

const vote = async (
  site: CatalogOnDisk,
  { ids, clients, votes }: { ids: readonly string[]; clients: number; votes: number },
): Promise<TimedResponse[]> => {
  const responses: TimedResponse[] = []
  let left = votes
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const id = ids[left % ids.length] ?? ''
      const value = left % 3 === 0 ? -1 : 1
      const response = await site.call(castVote, { params: { id }, body: { value } }, newViewer())
      if (response.status !== 200) throw new Error(`a vote got status ${response.status}`)
      responses.push(response)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return responses
}

const findingOf = async (
  owner: Pool,
  {
    calls,
    responses,
    clients,
  }: { calls: readonly Call[]; responses: readonly TimedResponse[]; clients: number },
): Promise<Finding> => {
  const { rows } = await owner.query<{ name: string; position: number }>(
    `SELECT id || ' ' || version AS name, (lsn - '0/0')::float8 AS position FROM catalog.places`,
  )
  const places = new Map(rows.map(({ name, position }) => [name, position]))
  const promises = responses.map(({ body, at }): Promised => {
    const { id, version } = submission.parse(body)
    const position = places.get(`${id} ${version}`)
    if (position === undefined) throw new Error('a response without a position in the log')
    return { at, position }
  })
  const began = Math.min(...responses.map(({ startedAt }) => startedAt))
  const ended = Math.max(...responses.map(({ at }) => at))
  const syncs = calls.filter(
    ({ name, path, endedAt }) =>
      name === 'sync' && placeInLog(path, 0) !== null && endedAt >= began && endedAt <= ended,
  )
  return {
    clients,
    responses: responses.length,
    syncs: syncs.length,
    broken: brokenPromises(promises, marksOf(calls, placeInLog)).length,
  }
}

const segmentBytes = 16 * 1024 * 1024
const segmentsPerLog = 0x1_0000_0000 / segmentBytes

/** Position in the log, in bytes, of an offset in one of its files; null for other files. */
const placeInLog = (path: string, offset: number): number | null => {
  const [, log, segment] = /\/pg_wal\/[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(path) ?? []
  if (log === undefined || segment === undefined) return null
  return (
    (Number.parseInt(log, 16) * segmentsPerLog + Number.parseInt(segment, 16)) * segmentBytes +
    offset
  )
}
