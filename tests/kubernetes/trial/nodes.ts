import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { kubectl, namesIn } from './programs.ts'

type Options = {
  /** Namespace of the site. */
  namespace: string
  /** Namespace of PostgreSQL, whose node must stay. */
  serversNamespace: string
}

/** The nodes of the cluster. */
export type TrialNodes = {
  readonly count: number
  /** The programs whose instances are all on one node. */
  readonly together: () => Promise<string[]>
  /** Evicts all pods from a node, within the disruption budgets. Returns when no pod is left on it. */
  readonly drain: () => Promise<void>
  /** Lets pods run on the drained node again. */
  readonly uncordon: () => Promise<void>
  /**
   * Powers a node off with this shell command, which has its name in NODE. When Kubernetes has noticed, it is told that
   * the node will not come back, as an operator does, or the cloud.
   */
  readonly lose: (powerOff: string) => Promise<void>
}

type PodList = {
  items: { metadata: { labels: Record<string, string> }; spec: { nodeName: string } }[]
}

const pollMilliseconds = 500
const lostMilliseconds = 5 * 60_000
const outOfService = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute'

export const openNodes = async (options: Options): Promise<TrialNodes> => {
  const names = namesIn(
    await kubectl('get', 'nodes', '--output=jsonpath={.items[*].metadata.name}'),
  )
  let drained = ''

  /** The programs of the site, each with the node on which an instance runs. */
  const runningPods = async (): Promise<{ program: string; node: string }[]> => {
    const selection = ['--field-selector=status.phase=Running', '--output=json']
    const pods = await kubectl('get', 'pods', '--namespace', options.namespace, ...selection)
    return (JSON.parse(pods) as PodList).items.map(({ metadata, spec }) => ({
      program: metadata.labels['app.kubernetes.io/component'] ?? '',
      node: spec.nodeName,
    }))
  }

  /** Of the nodes without PostgreSQL, which has no second instance in most steps, the one with the most pods. */
  const busiest = async (): Promise<string> => {
    const databases = ['--selector=app in (postgres,postgres-standby)']
    const output = '--output=jsonpath={.items[*].spec.nodeName}'
    const taken = namesIn(
      await kubectl('get', 'pods', '--namespace', options.serversNamespace, ...databases, output),
    )
    const pods = await runningPods()
    const numberOn = (name: string) => pods.filter(({ node }) => node === name).length
    const [node] = names
      .filter((name) => !taken.includes(name))
      .sort((one, other) => numberOn(other) - numberOn(one))
    if (node === undefined) throw new Error('every node has a PostgreSQL server')
    console.log(`  ${numberOn(node)} pods of the site run on ${node}`)
    return node
  }

  const isReady = async (node: string): Promise<boolean> => {
    const output = '--output=jsonpath={.status.conditions[?(@.type=="Ready")].status}'
    return (await kubectl('get', 'node', node, output)) === 'True'
  }

  return {
    count: names.length,
    together: async () => {
      const nodesOf = new Map<string, Set<string>>()
      for (const { program, node } of await runningPods())
        nodesOf.set(program, (nodesOf.get(program) ?? new Set()).add(node))
      return [...nodesOf].filter(([, nodes]) => nodes.size === 1).map(([program]) => program)
    },
    drain: async () => {
      drained = await busiest()
      await kubectl(
        'drain',
        drained,
        '--ignore-daemonsets',
        '--delete-emptydir-data',
        '--timeout=15m',
      )
    },
    uncordon: async () => {
      await kubectl('uncordon', drained)
    },
    lose: async (powerOff) => {
      const node = await busiest()
      const startedAt = performance.now()
      const command = spawn('sh', ['-c', powerOff], {
        env: { ...process.env, NODE: node },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code] = await once(command, 'exit')
      if (code !== 0) throw new Error(`the command that powers ${node} off exited with ${code}`)
      while (await isReady(node)) {
        if (performance.now() - startedAt > lostMilliseconds)
          throw new Error(`${node} is still ready`)
        await delay(pollMilliseconds)
      }
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
      console.log(`  Kubernetes noticed after ${seconds} s that ${node} is lost`)
      await kubectl('taint', 'node', node, outOfService)
    },
  }
}
