import { expect, type Page } from '@playwright/test'
import { passUntil } from './clock.ts'

type Read = { path: string; at: number; isAnswered: boolean }

/** Notes each call of the next page, with the time in the page at which it was made. */
export const noteReads = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.reads = []
    const { fetch } = window
    window.fetch = async (path, init) => {
      const read = { path: String(path), at: Date.now(), isAnswered: false }
      window.reads.push(read)
      try {
        return await fetch(path, init).then(async (response) => {
          const body = await response.arrayBuffer()
          return new Response(response.status === 204 ? null : body, response)
        })
      } finally {
        read.isAnswered = true
      }
    }
  `)

/** The calls of a path that the page has made. */
export const readsOf = (page: Page, path: RegExp) => {
  const made = async (): Promise<readonly Read[]> =>
    (await page.evaluate<Read[]>('window.reads')).filter((read) => path.test(read.path))
  const count = async (): Promise<number> => (await made()).length
  return {
    count,
    /**
     * Passes time until so many calls were made, then waits for the answers while time stands still.
     * Returns the moments of the calls, in the page's time.
     */
    passUntil: async (times: number, stepMilliseconds?: number): Promise<readonly number[]> => {
      await passUntil(page, async () => (await count()) >= times, stepMilliseconds)
      await expect.poll(async () => (await made()).every((read) => read.isAnswered)).toBe(true)
      return (await made()).map(({ at }) => at)
    },
  }
}
