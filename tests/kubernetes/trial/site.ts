import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { chart } from '../helm.ts'
import { apply, kubectl, namesIn, run } from './programs.ts'
import { release, type Secret, settings } from './secrets.ts'

/** A release of the chart in a namespace of its own. */
export type TrialSite = {
  /** Installs this version of the image, or changes to it. */
  readonly install: (tag: string) => Promise<void>
  /** The same, with an autoscaler for the gateway. Resolves when it keeps the fewest instances. */
  readonly autoscale: (tag: string) => Promise<void>
  readonly rollBack: () => Promise<void>
  readonly scale: (instances: number) => Promise<void>
  /** Evicts every pod of the site, one after the other, as a drained node does. Returns their number. */
  readonly evictAll: () => Promise<number>
  /** Resolves when every program has as many available instances as it should. */
  readonly rolledOut: () => Promise<void>
  /** The number of ready instances. */
  readonly instancesOf: (program: ServiceName) => Promise<number>
  /** Resolves when the pods that run are those that should, and none is being stopped. */
  readonly settled: () => Promise<void>
  /** Address of the Service of the gateway in the cluster. */
  readonly address: () => Promise<string>
  readonly remove: () => Promise<void>
}

type Options = {
  helm: string
  namespace: string
  serversNamespace: string
  repository: string
  dnsCacheSeconds: number
  secrets: readonly Secret[]
}

/** Instances of a program that the autoscaler keeps without load. */
export const fewest = 2

const selector = `app.kubernetes.io/instance=${release},app.kubernetes.io/component`
const timeout = '--timeout=15m'
const pollMilliseconds = 500

export const openSite = async (options: Options): Promise<TrialSite> => {
  const { helm, namespace } = options
  const inNamespace = (...parameters: string[]) => kubectl('--namespace', namespace, ...parameters)
  await apply(namespace, [...options.secrets, backupClaim])

  const rolledOut = async (): Promise<void> => {
    for (const name of serviceNames)
      await inNamespace('rollout', 'status', `deploy/${release}-${name}`, timeout)
  }

  const evict = async (pod: string): Promise<void> => {
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: pod, namespace },
    }
    const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`
    while (true) {
      try {
        await run('kubectl', ['create', '--raw', path, '-f', '-'], JSON.stringify(eviction))
        return
      } catch (error) {
        // The disruption budget has no room until the pod before is replaced.
        if (!String(error).includes('disruption budget')) throw error
        await delay(pollMilliseconds)
      }
    }
  }

  const podNames = async (): Promise<string[]> => {
    const output = 'jsonpath={.items[*].metadata.name}'
    const parameters = [`--selector=${selector}!=migrate`, `--output=${output}`]
    return namesIn(await inNamespace('get', 'pods', ...parameters))
  }

  const instances = async (): Promise<number> => {
    const output = 'jsonpath={.items[*].spec.replicas}'
    const counts = await inNamespace('get', 'deployments', `--output=${output}`)
    return counts.split(' ').reduce((sum, count) => sum + Number(count), 0)
  }

  const instancesOf = async (program: ServiceName): Promise<number> => {
    const output = 'jsonpath={.status.readyReplicas}'
    const name = `deploy/${release}-${program}`
    return Number(await inNamespace('get', name, `--output=${output}`))
  }

  const install = async (values: object): Promise<void> => {
    const target = [release, chart, '--namespace', namespace, '--values', '-']
    const parameters = ['upgrade', '--install', ...target, '--wait', timeout]
    await run(helm, parameters, JSON.stringify(values))
  }

  return {
    install: (tag) => install(valuesOf(options, tag)),
    autoscale: async (tag) => {
      await install(valuesOf(options, tag, { gateway: scaled }))
      const measured = ['--for=condition=ScalingActive', timeout]
      await inNamespace('wait', ...measured, `hpa/${release}-gateway`)
      while ((await instancesOf('gateway')) !== fewest) await delay(pollMilliseconds)
    },
    rollBack: async () => {
      await run(helm, ['rollback', release, '--namespace', namespace, '--wait', timeout])
    },
    scale: async (count) => {
      for (const name of serviceNames)
        await inNamespace('scale', `deploy/${release}-${name}`, `--replicas=${count}`)
      await rolledOut()
    },
    evictAll: async () => {
      const pods = await podNames()
      for (const pod of pods) await evict(pod)
      await rolledOut()
      return pods.length
    },
    rolledOut,
    instancesOf,
    settled: async () => {
      while ((await podNames()).length !== (await instances())) await delay(pollMilliseconds)
    },
    address: async () => {
      const output = 'jsonpath={.spec.clusterIP}'
      const ip = await inNamespace('get', 'service', `${release}-gateway`, `--output=${output}`)
      return `http://${ip.includes(':') ? `[${ip}]` : ip}:8080`
    },
    remove: async () => {
      await run(helm, ['uninstall', release, '--namespace', namespace])
      await kubectl('delete', 'namespace', namespace)
    },
  }
}

const backupClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'backups' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

/** Without an autoscaler, so that the trial itself can scale. Three instances of each fit on a node of 2 cores. */
const unscaled = { max: 0, cpu: 70, requests: { cpu: '50m', memory: '64Mi' } }
const scaled = { min: fewest, max: 4, cpu: 70, requests: { cpu: '100m', memory: '64Mi' } }

const valuesOf = (
  { repository, serversNamespace, dnsCacheSeconds }: Options,
  tag: string,
  others: Partial<Record<ServiceName, object>> = {},
): object => {
  const name = { 'kubernetes.io/metadata.name': serversNamespace }
  const servers = [{ namespaceSelector: { matchLabels: name } }]
  return {
    image: { repository, tag },
    settings: {
      ...settings,
      LOG_LEVEL: 'warn',
      NATS_REPLICAS: '3',
      TRUST_PROXY_HOPS: '1',
      CHECK_SOURCES: 'off',
    },
    dnsCacheSeconds,
    programs: {
      ...Object.fromEntries(serviceNames.map((program) => [program, unscaled])),
      ...others,
    },
    backups: {
      schedule: '15 2 * * *',
      volume: { persistentVolumeClaim: { claimName: backupClaim.metadata.name } },
    },
    networkPolicies: {
      peers: { database: servers, bus: servers, cache: servers, mail: servers },
      ports: { mail: [2525] },
    },
  }
}
