import type { Pool } from '@answerable/service-kit/db'
import robotsParser from 'robots-parser'

/** The name of the program in robots.txt. */
export const robotName = 'Answerable-LinkCheck'

/** Parts beyond are not read (RFC 9309: at least 500 KiB). */
export const maxRobotsBytes = 512_000
/** Length of the rules that concern this program. */
const maxRulesLength = 65_536
/** Length of those with a wildcard: a match takes time in proportion to it and to the address. */
const maxWildcardsLength = 8_192

/** Length of a line that is read. */
const maxLineLength = 4_096

/**
 * Takes the pieces of a robots.txt; `end` returns the groups for this program and for all programs, without everything
 * else. Reads line by line, because a file of short lines takes many times its size, and in linear time.
 */
export const rulesReader = (): { write: (piece: Buffer) => void; end: () => string } => {
  const decoder = new TextDecoder()
  let unfinished = ''
  let rules = ''
  let wildcardsLength = 0
  let isRelevant = false
  let isInAgents = false
  const add = (rule: string): void => {
    const longer = `${rules}${rule}\n`
    if (longer.length <= maxRulesLength) rules = longer
  }
  const isCheap = (path: string): boolean => {
    if (!path.includes('*')) return true
    wildcardsLength += path.length
    return wildcardsLength <= maxWildcardsLength
  }
  const readLine = (line: string): void => {
    const [content = ''] = line.slice(0, maxLineLength).split('#', 1)
    const colon = content.indexOf(':')
    const key = content.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = content.slice(colon + 1).trim()
    if (key !== 'user-agent' && key !== 'allow' && key !== 'disallow') return
    if (key === 'user-agent') {
      const concerns = value === '*' || value.toLowerCase() === robotName.toLowerCase()
      isRelevant = isInAgents ? isRelevant || concerns : concerns
      isInAgents = true
      if (concerns) add(`user-agent: ${value}`)
    } else {
      isInAgents = false
      if (isRelevant && isCheap(value)) add(`${key}: ${value}`)
    }
  }
  const read = (text: string): void => {
    const lines = (unfinished + text).replaceAll('\u0000', '').split(/\r\n?|\n/)
    unfinished = (lines.pop() ?? '').slice(0, maxLineLength)
    for (const line of lines) readLine(line)
  }
  return {
    write: (piece) => read(decoder.decode(piece, { stream: true })),
    end: () => {
      read(`${decoder.decode()}\n`)
      return rules
    },
  }
}

/** The package is CommonJS, and its types are those of an ES module. */
const parseRules = robotsParser as unknown as typeof robotsParser.default

/** Whether the rules of the address's origin allow it. */
export const isAllowed = (url: URL, rules: string): boolean =>
  parseRules(`${url.origin}/robots.txt`, rules).isAllowed(url.href, robotName) !== false

/** The cached rules of an origin, null if the website could not be asked; undefined if they are unknown. */
export const cachedRules = async (
  pool: Pool,
  origin: string,
): Promise<string | null | undefined> => {
  const { rows } = await pool.query<{ rules: string | null }>({
    name: 'cached-rules',
    text: 'SELECT rules FROM robots WHERE origin = $1 AND expires_at > now()',
    values: [origin],
  })
  return rows[0]?.rules
}

/** A day (RFC 9309: at most 24 hours); less if the website could not be asked. */
const lifetimeOf = (rules: string | null): string => (rules === null ? '1 hour' : '24 hours')

export const storeRules = async (
  pool: Pool,
  origin: string,
  rules: string | null,
): Promise<void> => {
  await pool.query(
    `INSERT INTO robots (origin, rules, expires_at) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (origin) DO UPDATE SET rules = excluded.rules, expires_at = excluded.expires_at`,
    [origin, rules, lifetimeOf(rules)],
  )
}
