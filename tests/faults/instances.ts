import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceName } from '@answerable/contracts/route'
import type { Environment } from '@answerable/service-kit/config'
import { freePort } from '@answerable/site/free-port'
import { root } from '../command.ts'
import { type Link, type Mood, openLink } from './link.ts'
import { type Program, supervise, until } from './program.ts'

/** All instances of one program, at loopback addresses with one shared name. */
export type Instances = {
  /** http://127.0.0.7:20001, one for each running instance. */
  readonly urls: () => readonly string[]
  readonly kill: () => void
  readonly setMood: (mood: Mood) => void
  /**
   * Starts another instance and, once that is ready, ends the oldest as a deployment does; returns how it
   * ended.
   */
  readonly replaceOldest: () => Promise<Ending>
  readonly endOldest: () => Promise<Ending>
  /** Starts another instance, of the code in a directory; by default of this one. */
  readonly add: (code?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

type Ending = { code: number | null; milliseconds: number }

type Instance = { address: string; program: Program; link: Link | null }

export type InstancesOptions = {
  service: ServiceName
  /** Port of the service, the same for all instances. */
  port: number
  names: NameFile
  environment: Environment
  directory: string
  /** Whether other programs reach it through a link. */
  isLinked: boolean
}

export const openInstances = (options: InstancesOptions): Instances => {
  const { service, port, names, environment, directory, isLinked } = options
  const folder = service === 'gateway' ? 'gateway' : `services/${service}`
  const running: Instance[] = []
  const tell = (): void =>
    names.set(
      service,
      running.map(({ address }) => address),
    )

  const add = async (code = root): Promise<void> => {
    const address = names.newAddress()
    const ownPort = isLinked ? await freePort() : port
    const program = supervise({
      command: process.execPath,
      args: [join(code, folder, 'src/main.ts')],
      env: { ...environment, HOST: address, PORT: String(ownPort) },
      logFile: join(directory, `${service}.log`),
    })
    const link = isLinked
      ? await openLink({ host: address, port }, { host: address, port: ownPort })
      : null
    running.push({ address, program, link })
    tell()
  }

  const end = async ({ address, program, link }: Instance) => {
    const end = await program.stop()
    await link?.close()
    running.splice(
      running.findIndex((instance) => instance.address === address),
      1,
    )
    tell()
    return end
  }

  const endOldest = (): Promise<Ending> => {
    const [oldest] = running
    if (oldest === undefined) throw new Error(`no ${service} runs`)
    return end(oldest)
  }

  return {
    urls: () => running.map(({ address }) => `http://${address}:${port}`),
    kill: () => running[0]?.program.kill(),
    setMood: (mood) => {
      for (const { link } of running) link?.setMood(mood)
    },
    add,
    replaceOldest: async () => {
      await add()
      const newest = running.at(-1)
      await until(`a new ${service} is ready`, () => isReady(`http://${newest?.address}:${port}`))
      return endOldest()
    },
    endOldest,
    stop: async () => {
      await Promise.all(running.map(end))
    },
  }
}

export const isReady = async (url: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(`${url}/ready`, { signal }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 200
}

/** The file that name-service.ts reads. */
export type NameFile = {
  readonly path: string
  readonly set: (service: ServiceName, addresses: readonly string[]) => void
  /** A loopback address that was never used before. */
  readonly newAddress: () => string
}

export const nameOf = (service: ServiceName): string => `${service}.site`

export const openNameFile = (directory: string): NameFile => {
  const path = join(directory, 'names.json')
  const names: Record<string, readonly string[]> = {}
  let last = 10
  return {
    path,
    set: (service, addresses) => {
      names[nameOf(service)] = [...addresses]
      writeFileSync(`${path}.new`, JSON.stringify(names), { mode: 0o644 })
      renameSync(`${path}.new`, path)
    },
    newAddress: () => {
      last += 1
      return `127.0.${Math.floor(last / 250)}.${(last % 250) + 1}`
    },
  }
}
