import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signInPeople, submitOneEach } from '../../containers/people.ts'
import { peopleFor, startVoting } from '../../containers/voting.ts'
import { openClient } from '../../faults/client.ts'
import { printTable } from '../../faults/print-table.ts'
import { openRecorder } from '../../faults/samples.ts'
import { findHelmProgram } from '../helm.ts'
import { autoscaleSeconds, growAndShrink, hasMetrics } from './autoscale.ts'
import { backUpAndRestore } from './backup.ts'
import { openNodes } from './nodes.ts'
import { create } from './programs.ts'
import { newSecrets } from './secrets.ts'
import { startServers } from './servers.ts'
import { openSite } from './site.ts'
import { headings, type Result, type Step, takeUnderLoad } from './steps.ts'

// Installs the chart in the cluster of KUBECONFIG, with servers for the trial, and casts votes while the site is
// upgraded, scaled and loses pods.

const { values } = parseArgs({
  options: {
    /** Image of the site, without its tag. The nodes must have it or be able to pull it. */
    repository: { type: 'string', default: 'answerable/site' },
    /** Tag of the release to upgrade to. */
    tag: { type: 'string', default: '0.1.0' },
    /** Tag of the release before, which is installed first. */
    before: { type: 'string' },
    /** Public address; by default the Service of the gateway, which a node of the cluster reaches. */
    url: { type: 'string' },
    /** Votes per second. */
    rate: { type: 'string', default: '20' },
    /** More reads per second, until the autoscaler has added an instance of the gateway. */
    reads: { type: 'string', default: '200' },
    /** How long the name servers of the cluster cache an answer. */
    'dns-cache-seconds': { type: 'string', default: '30' },
    /** Comma-separated names of steps; all by default. */
    only: { type: 'string' },
    /** Directory of this machine for volumes, which must be the node, if the cluster has no default StorageClass. */
    'host-path': { type: 'string' },
    /** Shell command that powers the node off whose name is in NODE. Without it, no node is lost. */
    'power-off': { type: 'string' },
    /** Leaves everything in the cluster. */
    keep: { type: 'boolean', default: false },
  },
})

const helm = findHelmProgram()
if (helm === null) throw new Error('The trial needs Helm on PATH, or Go to build it')
const rate = Number(values.rate)
const namespace = 'answerable-trial'
const serversNamespace = 'answerable-trial-servers'
const submissionCount = 40
const secondsPerStep = 120
const quietMilliseconds = 5_000
const directory = mkdtempSync(join(tmpdir(), 'answerable-trial-'))
const hostPath = values['host-path'] ?? join(directory, 'volumes')

// Refused if an earlier trial is still there: its volumes have other passwords.
await create([
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: serversNamespace } },
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: namespace,
      // The strictest of Kubernetes' standards for pods.
      labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
    },
  },
])
console.log('Starting PostgreSQL, NATS, Redis and a mail server')
const image = `${values.repository}:${values.tag}`
const secrets = newSecrets(serversNamespace)
const servers = await startServers({
  namespace: serversNamespace,
  secrets: secrets.servers,
  image,
  hostPath,
})
const site = await openSite({
  helm,
  namespace,
  serversNamespace,
  repository: values.repository,
  dnsCacheSeconds: Number(values['dns-cache-seconds']),
  secrets: secrets.site,
})

const first = values.before ?? values.tag
const startedAt = performance.now()
await site.install(first)
console.log(`Installed ${first} in ${inSeconds(performance.now() - startedAt)}`)
const url = values.url ?? (await site.address())

const steps: Step[] = [
  { name: 'upgrade', take: () => site.install(values.tag) },
  { name: 'rollback', take: () => site.rollBack() },
  { name: 'upgrade again', take: () => site.install(values.tag) },
  { name: 'scale up', take: () => site.scale(3) },
  { name: 'scale down', take: () => site.scale(2) },
  { name: 'evict', take: () => site.evictAll() },
  { name: 'kill nats', take: () => servers.killNats(0) },
  { name: 'restart redis', take: () => servers.restartRedis() },
  { name: 'restart postgres', take: () => servers.restartPostgres() },
  {
    name: 'fail over postgres',
    prepare: () => servers.startStandby(),
    take: () => servers.failOver(),
  },
  {
    name: 'restore',
    prepare: () => backUpAndRestore({ site, servers, namespace }),
    take: () => delay(quietMilliseconds),
  },
]
const nodes = await openNodes({ namespace, serversNamespace })
if (nodes.count > 1) steps.push({ name: 'drain', take: nodes.drain, undo: nodes.uncordon })
const canAutoscale = await hasMetrics()
if (canAutoscale)
  steps.push({
    name: 'autoscale',
    seconds: autoscaleSeconds,
    prepare: () => site.autoscale(values.tag),
    take: () => growAndShrink({ client, recorder, site, rate: Number(values.reads) }),
  })
// The last step: the node does not come back.
const powerOff = values['power-off']
if (nodes.count > 1 && powerOff !== undefined)
  steps.push({
    name: 'lose node',
    take: async () => {
      await nodes.lose(powerOff)
      await site.rolledOut()
    },
    mayFail: true,
  })
const wanted = steps.filter(({ name }) => values.only?.split(',').includes(name) ?? true)

// A new connection for each call, as through a load balancer of layer 4 that knows only ready pods.
const client = openClient(() => [url], { keepAlive: false })
const recorder = openRecorder()
const count = Math.max(
  submissionCount,
  peopleFor({ rate, seconds: sum(wanted.map(({ seconds = secondsPerStep }) => seconds)) }),
)
console.log(`Signing ${count} members in at ${url}`)
const people = await signInPeople(client, { count, readCodes: servers.mailedCodes })
const submissionIds = await submitOneEach(client, people.slice(0, submissionCount))
const voting = startVoting({ client, recorder, people, submissionIds, rate })
await voting.stop()

const results: Result[] = []
for (const { name, prepare, take, undo, mayFail } of wanted) {
  if (prepare !== undefined) {
    const preparedAt = performance.now()
    await prepare()
    console.log(`${name}: prepared in ${inSeconds(performance.now() - preparedAt)}`)
  }
  const step = { name, mayFail, take: () => take().then(site.settled) }
  results.push(await takeUnderLoad(step, { voting, recorder, servers }))
  await undo?.()
}
const together = nodes.count > 1 ? await nodes.together() : []
const missed = printTable('Steps under load', { headings, rows: results })
if (!canAutoscale)
  console.log(
    'The autoscaler was not tried, because the cluster has no metrics server. With one: --only autoscale',
  )
if (together.length > 0) console.log(`On one node only: ${together.join(', ')}`)
if (nodes.count === 1) console.log('No node was drained or lost, because the cluster has one only.')
else if (powerOff === undefined) console.log('No node was lost, because --power-off is missing.')
client.close()
if (!values.keep) {
  await site.remove()
  await servers.remove()
  rmSync(directory, { recursive: true, force: true })
}
process.exit(missed + together.length === 0 ? 0 : 1)

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(0)} s`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
