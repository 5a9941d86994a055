export const scripts = ['browse', 'vote', 'live', 'mixed'] as const

export type Plan = {
  script: (typeof scripts)[number]
  /** Passed on to k6. */
  options: string[]
  /** The running site to load; null for a temporary one. */
  url: string | null
}

/** Sites that receive load without confirmation. */
const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const usage = `Usage: npm run load -- ${scripts.join('|')} [-e RATE=… -e SECONDS=… -e SOCKETS=…] [other k6 options]`

/**
 * Parses the command line. Throws a one-line error if the load would go to the wrong place or to a site
 * that needs confirmation.
 */
export const readPlan = (words: readonly string[], { BASE_URL }: NodeJS.ProcessEnv): Plan => {
  const script = scripts.find((name) => name === words[0])
  if (script === undefined) throw new Error(usage)
  const url = BASE_URL === undefined || BASE_URL === '' ? null : originIn(BASE_URL)
  const isFree = words.includes('--anywhere')
  if (url !== null && !isFree && !ownMachine.test(new URL(url).hostname)) {
    throw new Error(
      `${url} is not this machine. If you are allowed to load it, add --anywhere after the script name.`,
    )
  }
  return { script, url, options: words.slice(1).filter((word) => word !== '--anywhere') }
}

const originIn = (text: string): string => {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new Error(`BASE_URL must be the URL of a site, such as http://localhost:8080, not ${text}`)
}
