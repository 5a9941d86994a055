import { cutText } from '@answerable/contracts/text'
import type { Pool } from '@answerable/service-kit/db'
import robotsParser from 'robots-parser'

/** The name of the program in robots.txt. */
export const robotName = 'Answerable-LinkCheck'

/** Parts beyond are not read (RFC 9309: at least 500 KiB). */
export const maxRobotsBytes = 512_000
/** Length of the rules that concern this program; a match takes time in proportion to it. */
const maxRulesLength = 65_536

/** The groups of a robots.txt for this program and for all programs, without everything else. */
export const relevantRules = (text: string): string => {
  const relevant: string[] = []
  let isRelevant = false
  let isInAgents = false
  for (const line of text.split(/\r\n?|\n/)) {
    const rule = /^\s*(user-agent|allow|disallow)\s*:\s*(.*?)\s*(?:#.*)?$/i.exec(
      line.slice(0, 4_096),
    )
    if (rule === null) continue
    const [, key = '', value = ''] = rule
    if (key.toLowerCase() === 'user-agent') {
      const concerns = value === '*' || value.toLowerCase() === robotName.toLowerCase()
      isRelevant = isInAgents ? isRelevant || concerns : concerns
      isInAgents = true
      if (concerns) relevant.push(`user-agent: ${value}`)
    } else {
      isInAgents = false
      if (isRelevant) relevant.push(`${key}: ${value}`)
    }
  }
  return cutText(relevant.join('\n').replaceAll('\u0000', ''), maxRulesLength)
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
