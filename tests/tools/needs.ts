import { accessSync, constants } from 'node:fs'
import { findPostgresBinaries } from '@answerable/site/postgres/binaries'
import { chromium as playwright } from '@playwright/test'
import { toolsDirectory } from './cache.ts'
import { browserAt, chromium } from './chromium.ts'
import { natsServer } from './nats-server.ts'
import { type Found, findProgram, type Program, versionOf } from './program.ts'
import { rclone } from './rclone.ts'
import { redisServer } from './redis-server.ts'

/** A program that the tests need. */
type Need = { name: string; obtain: (announce: Print) => Found | Promise<Found> }

type Print = (line: string) => void

/**
 * Obtains the programs of the tests and prints the version, source and time of each. Returns false after
 * one line about the first that is unavailable.
 */
export const obtainNeeds = async (print: Print, needs: readonly Need[] = all): Promise<boolean> => {
  try {
    accessSync(toolsDirectory(), constants.W_OK)
    for (const need of needs) await obtainOne(need, print)
    return true
  } catch (error) {
    print(`The tests cannot run. ${reasonIn(error)}`)
    return false
  }
}

const obtainOne = async ({ name, obtain }: Need, print: Print): Promise<void> => {
  const started = performance.now()
  const { version, source } = await obtain(print)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  print(`${name} ${version}: ${source}, ${seconds} s`)
}

const reasonIn = (error: unknown): string => {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'EACCES')
    return `${path} belongs to another user: run them as that user, or remove it.`
  return firstLine(error)
}

const firstLine = (error: unknown): string =>
  String((error as Error).message).split('\n', 1)[0] ?? ''

const server = (program: Program): Need => ({
  name: program.name,
  obtain: (announce) => findProgram(program, announce),
})

const all: readonly Need[] = [
  { name: 'PostgreSQL', obtain: () => findPostgres() },
  server(natsServer),
  server(redisServer),
  server(rclone),
  { name: chromium.name, obtain: (announce) => findWorkingChromium(announce) },
]

const findPostgres = (): Found => {
  const path = findPostgresBinaries().postgres
  const version = versionOf(path)
  if (version === null) throw new Error(`PostgreSQL does not run (${path}): run npm ci again.`)
  return { path, version, source: 'npm package' }
}

/** A browser that prints its version may still lack libraries. */
const findWorkingChromium = async (announce: Print): Promise<Found> => {
  const found = findProgram(chromium, announce)
  try {
    const browser = await playwright.launch(browserAt(found.path))
    const page = await browser.newPage()
    await page.setContent('<span>text</span>')
    const box = await page.locator('span').boundingBox()
    await browser.close()
    if (box === null || box.width === 0) throw new Error('it draws no text; install a font')
    return found
  } catch (error) {
    const reason = firstLine(error)
    throw new Error(`Chromium ${found.version} (${found.path}) does not work: ${reason}`)
  }
}
