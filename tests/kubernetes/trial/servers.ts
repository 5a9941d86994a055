import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { secretsIn } from '../../../services/auth/src/testing/mail-server.ts'
import { openPostgres, type TrialPostgres } from './postgres.ts'
import { apply, kubectl } from './programs.ts'
import type { Secret } from './secrets.ts'

/** PostgreSQL, NATS, Redis and a mail server, in a namespace of their own. */
export type TrialServers = TrialPostgres & {
  readonly killNats: (index: number) => Promise<void>
  /** Restarts all NATS servers without their data. */
  readonly emptyNats: () => Promise<void>
  readonly restartRedis: () => Promise<void>
  /** The newest code that was mailed to each address. */
  readonly mailedCodes: () => Promise<Map<string, string>>
  readonly remove: () => Promise<void>
}

type Options = {
  namespace: string
  secrets: readonly Secret[]
  /** The mail server runs in it. */
  image: string
  /** Directory of the node for volumes, which must be this machine, if the cluster has no default StorageClass. */
  hostPath: string
}

const natsServers = 3
/** One for each NATS server, two for PostgreSQL and one for backups. */
const volumeCount = natsServers + 3

export const startServers = async (options: Options): Promise<TrialServers> => {
  const { namespace } = options
  const inNamespace = (...parameters: string[]) => kubectl('--namespace', namespace, ...parameters)
  const own = await volumes(options)
  await apply(namespace, [
    ...own,
    ...options.secrets,
    { ...metadata('ConfigMap', 'mail'), data: { 'mail-sink.ts': read('mail-sink.ts') } },
    ...manifests(options.image),
  ])
  const rollOut = (name: string) => inNamespace('rollout', 'status', name, '--timeout=5m')
  for (const name of ['statefulset/postgres', 'statefulset/nats', 'deploy/redis', 'deploy/mail'])
    await rollOut(name)

  return {
    ...openPostgres({ inNamespace, rollOut }),
    killNats: async (index) => {
      await inNamespace('delete', 'pod', `nats-${index}`, '--grace-period=0', '--force')
      await rollOut('statefulset/nats')
    },
    emptyNats: async () => {
      for (let index = 0; index < natsServers; index += 1)
        await inNamespace('exec', `nats-${index}`, '--', 'rm', '-rf', '/data/jetstream')
      await inNamespace('delete', 'pod', '--selector=app=nats', '--grace-period=0', '--force')
      await rollOut('statefulset/nats')
    },
    restartRedis: async () => {
      await inNamespace('delete', 'pod', '--selector=app=redis')
      await rollOut('deploy/redis')
    },
    mailedCodes: async () => codesIn(await inNamespace('logs', 'deploy/mail', '--since=1m')),
    remove: async () => {
      await kubectl('delete', 'namespace', namespace)
      for (const { kind, metadata } of own) await kubectl('delete', kind, metadata.name)
    },
  }
}

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

const metadata = (kind: string, name: string) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
})

const manifests = (image: string): object[] =>
  parseAllDocuments(read('servers.yaml')).map((document) => {
    const manifest = document.toJS()
    if (manifest.kind === 'Deployment' && manifest.metadata.name === 'mail')
      manifest.spec.template.spec.containers[0].image = image
    return manifest
  })

/** Volumes on the node, for clusters that create none themselves. */
const volumes = async ({ namespace, hostPath }: Options) => {
  const classes = await kubectl('get', 'storageclass', '--output=json')
  if (/is-default-class": ?"true"/.test(classes)) return []
  for (let at = 0; at < volumeCount; at += 1) {
    mkdirSync(join(hostPath, String(at)), { recursive: true })
    // Kubernetes does not change the owner of such a directory.
    chmodSync(join(hostPath, String(at)), 0o777)
  }
  return Array.from({ length: volumeCount }, (_, at) => ({
    ...metadata('PersistentVolume', `${namespace}-${at}`),
    spec: {
      capacity: { storage: '2Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: `${hostPath}/${at}`, type: 'Directory' },
    },
  }))
}

const codesIn = async (log: string): Promise<Map<string, string>> => {
  const codes = new Map<string, string>()
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) {
    const { recipient, raw } = JSON.parse(line) as { recipient: string; raw: string }
    const { code } = await secretsIn(raw)
    if (code !== '') codes.set(recipient, code)
  }
  return codes
}
