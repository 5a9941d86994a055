import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hasPlaces } from '@answerable/infra/migrate/places/load-places'

type Options = {
  ownerUrl: string
  caFile: string | undefined
}

/**
 * Loads the places in a process of its own while the site runs, unless they are loaded. An interrupted load continues
 * at the next start. Returns a function that stops it.
 */
export const loadPlacesInBackground = ({ ownerUrl, caFile }: Options): (() => Promise<void>) => {
  const stopping = new AbortController()
  const done = load({ ownerUrl, caFile }, stopping.signal).catch((error: unknown) => {
    process.stderr.write(`places: ${(error as Error).message}\n`)
  })
  return async () => {
    stopping.abort()
    await done
  }
}

const program = fileURLToPath(import.meta.resolve('@answerable/infra/migrate/places/main'))

const load = async ({ ownerUrl, caFile }: Options, signal: AbortSignal): Promise<void> => {
  if (await hasPlaces(ownerUrl)) return
  if (signal.aborted) return
  const loader = spawn(process.execPath, [program], {
    env: {
      DATABASE_URL: ownerUrl,
      LOG_LEVEL: 'warn',
      ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => loader.kill()
  signal.addEventListener('abort', stop)
  await once(loader, 'exit')
}
