import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { sampleMember } from '@answerable/infra/demo/notifications'
import { seedDemo } from '@answerable/infra/demo/seed'
import { loadEnvironment } from '@answerable/infra/environment-file'
import { readSettings, type SiteSettings } from '@answerable/infra/settings'
import { ConfigError } from '@answerable/service-kit/config'
import { releaseMemory } from '@answerable/service-kit/process/release-memory'
import { startDevServer } from './dev-server.ts'
import { loadPlacesInBackground } from './load-places.ts'
import { type Site, startSite } from './site.ts'
import { buildWebWhenNeeded, webDirectory } from './web-build.ts'

type Mode = { demo: boolean; dev: boolean }

/** On a test network, from BIP 173: its coins have no value. */
const demoBitcoinAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const progress = (step: string): void => say(`  ${step} …`)

/** Runs the site in this process until SIGINT or SIGTERM; the only caller is `main.ts`. */
export const runSite = async (args: string[]): Promise<void> => {
  const stopping = new AbortController()
  try {
    const mode = modeOf(args)
    const settings = settingsOf(mode)
    await refuseTakenPort(settings)
    say('Answerable')
    if (!mode.dev) await buildWebWhenNeeded(progress)
    const site = await startSite({
      settings: mode.dev ? behindVite(settings) : settings,
      webDirectory,
      onProgress: progress,
    })
    const stops = [site.stop]
    stopOnSignal(stops, stopping)
    if (mode.demo) await seedDemo({ ownerUrl: site.ownerUrl, onProgress: progress })
    if (mode.dev && !stopping.signal.aborted)
      stops.push(await startDevServer(settings.PORT, site.url))
    if (stopping.signal.aborted) return
    // Write the compile cache now; a killed process would not write it.
    flushCompileCache()
    releaseMemory()
    welcome({ settings, site, mode })
    stops.push(loadPlacesInBackground({ ownerUrl: site.ownerUrl, caFile: settings.CA_FILE }))
  } catch (error) {
    // Its database is gone: the demo content, added in one transaction, is added at the next start.
    if (stopping.signal.aborted) return
    process.stderr.write(`${oneLine(error)}\n`)
    process.exit(1)
  }
}

const modeOf = (args: string[]): Mode => {
  const flag = { type: 'boolean', default: false } as const
  return parseArgs({ args, options: { demo: flag, dev: flag } }).values
}

const settingsOf = (mode: Mode): SiteSettings => {
  const environment = loadEnvironment()
  if (!mode.demo) return readSettings(environment)
  const settings = readSettings({
    ...environment,
    DONATE_BITCOIN_ADDRESS: environment.DONATE_BITCOIN_ADDRESS || demoBitcoinAddress,
  })
  return { ...settings, DATA_DIR: `${settings.DATA_DIR}-demo` }
}

/** With hot reload, Vite listens on the public port and forwards API calls to the gateway. */
const behindVite = (settings: SiteSettings): SiteSettings => ({
  ...settings,
  PORT: settings.PORT + 1,
})

const refuseTakenPort = async ({ PORT, HOST }: SiteSettings): Promise<void> => {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`
      reject(new ConfigError(`Port ${PORT} on ${HOST} ${why}. Choose another with PORT=…`))
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

const welcome = (started: { settings: SiteSettings; site: Site; mode: Mode }): void => {
  const { settings, site, mode } = started
  const origin = settings.PUBLIC_ORIGIN
  say('')
  say(`  Site            ${origin}`)
  if (site.mailboxLink !== null) say(`  Mailbox         ${site.mailboxLink}`)
  if (mode.demo) say(`  Sample member   sign in as ${sampleMember.email}`)
  say('  Become admin    sign in once, then: npm run admin -- grant you@example.org')
  say('  Stop            Ctrl+C')
  if (mode.dev) say(`  Gateway         ${site.url}`)
  say('')
}

const stopOnSignal = (stops: (() => Promise<void>)[], stopping: AbortController): void => {
  const stop = async () => {
    stopping.abort()
    say('\n  Stopping …')
    for (const step of stops.splice(0).reverse()) await step()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      stop().catch((error: unknown) => {
        process.stderr.write(`${oneLine(error)}\n`)
        process.exit(1)
      })
    })
  }
}

const oneLine = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? message
}
