import { fork } from 'node:child_process'
import { join } from 'node:path'

export const membersCount = 80

export type SiteFacts = {
  url: string
  /** URL of the database for its owner. */
  ownerUrl: string
  /** Session cookies of members. */
  cookies: string[]
}

/** The real site with the demo's content on temporary data, in its own process. */
export const startSiteProcess = (): Promise<SiteFacts & { stop: () => Promise<void> }> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'site-process.ts'), { stdio: 'inherit' })
    const ended = new Promise<void>((end) => child.once('exit', () => end()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The site ended with exit code ${code}`)))
    child.once('message', (facts) =>
      resolve({
        ...(facts as SiteFacts),
        stop: () => {
          child.disconnect()
          return ended
        },
      }),
    )
  })

/** Ids of the submissions on the first page, highest first. */
export const topIds = async (url: string): Promise<string[]> => {
  const rows = await (await fetch(new URL('/api/boycotts?sort=top', url))).json()
  return (rows as { id: string }[]).map(({ id }) => id)
}
