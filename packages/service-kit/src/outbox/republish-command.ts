import * as z from 'zod/mini'
import { databaseUrl, type Environment, parseEnvironment } from '../config.ts'
import { type Db, openCommandPool } from '../db.ts'
import { createLog } from '../log.ts'

const settings = z.object({ DATABASE_URL: databaseUrl })

/** Writes events for the entities after this one; returns the last one and the number. */
export type RepublishNext = (
  db: Db,
  after: string | null,
) => Promise<{ last: string | null; count: number }>

/**
 * Republishes the state of every entity of a service under its current version; consumers with that version
 * drop it. Returns the exit code.
 */
export const republishCommand = async (
  environment: Environment,
  { what, republishNext }: { what: string; republishNext: RepublishNext },
): Promise<number> => {
  const { DATABASE_URL: url } = parseEnvironment(settings, environment)
  const log = createLog({ service: 'replay', level: 'silent' })
  const pool = openCommandPool({ url, name: 'replay', log })
  try {
    let republished = 0
    let after: string | null = null
    do {
      const { last, count } = await republishNext(pool, after)
      republished += count
      after = last
    } while (after !== null)
    process.stdout.write(
      `Republished all ${what} (${republished}). They are sent at once, or when the site starts.\n`,
    )
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await pool.end()
  }
}
