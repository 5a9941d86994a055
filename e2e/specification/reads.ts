import { expect, type Page } from '@playwright/test'
import { passUntil } from './clock.ts'

type Read = { path: string; at: number; hasResponded: boolean }

/** Records each call of the next page with its time in the page. */
export const recordReads = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.reads = []
    const { fetch } = window
    window.fetch = async (path, init) => {
      const read = { path: String(path), at: Date.now(), hasResponded: false }
      window.reads.push(read)
      try {
        return await fetch(path, init).then(async (response) => {
          const body = await response.arrayBuffer()
          return new Response(response.status === 204 ? null : body, response)
        })
      } finally {
        read.hasResponded = true
      }
    }
  `)

/** The page's calls of a path. */
export const readsOf = (page: Page, path: RegExp) => {
  const made = async (): Promise<readonly Read[]> =>
    (await page.evaluate<Read[]>('window.reads')).filter((read) => path.test(read.path))
  const count = async (): Promise<number> => (await made()).length
  return {
    count,
    /**
     * Passes time until the given number of calls, then waits for the responses while time stands still.
     * Returns the times of the calls in the page.
     */
    passUntil: async (times: number, stepMilliseconds?: number): Promise<readonly number[]> => {
      await passUntil(page, async () => (await count()) >= times, stepMilliseconds)
      await expect.poll(async () => (await made()).every((read) => read.hasResponded)).toBe(true)
      return (await made()).map(({ at }) => at)
    },
  }
}
