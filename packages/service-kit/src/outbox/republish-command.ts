import * as z from 'zod/mini'
import { databaseUrl, type Environment, parseEnvironment } from '../config.ts'
import { type Db, openPool } from '../db.ts'
import { createLog } from '../log.ts'

const settings = z.object({ DATABASE_URL: databaseUrl })

/** Writes an event for everything that comes after this one; answers the last one and how many there were. */
export type RepublishNext = (
  db: Db,
  after: string | null,
) => Promise<{ last: string | null; count: number }>

/**
 * Tells the others once more how everything of a service stands, under the versions that it has: whoever
 * holds as much drops it. Answers the exit code.
 */
export const republishCommand = async (
  environment: Environment,
  { what, tellNext }: { what: string; tellNext: RepublishNext },
): Promise<number> => {
  const { DATABASE_URL: url } = parseEnvironment(settings, environment)
  const log = createLog({ service: 'replay', level: 'silent' })
  const pool = openPool({ url, max: 1, name: 'replay', log })
  try {
    let told = 0
    let after: string | null = null
    do {
      const { last, count } = await tellNext(pool, after)
      told += count
      after = last
    } while (after !== null)
    process.stdout.write(
      `Republished all ${what} (${told}). They are sent at once, or when the site starts.\n`,
    )
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await pool.end()
  }
}
