import { createServer } from 'node:http'
import { openLoadBalancer } from '@answerable/service-kit/calls/load-balancer'
import { startTestNetwork } from '../../services/evidence/src/testing/network.ts'
import { until } from '../faults/program.ts'

// Run by a test in namespaces of its own, where the name server of this machine is 127.0.0.1: follows the addresses of a
// name, as those of a headless Service of Kubernetes. Prints the steps that it has passed.

const name = 'catalog.example'
const port = 8080
const calls = new Map<string, number>()
const servers = ['127.0.0.11', '127.0.0.12', '127.0.0.13'].map((address) => {
  const server = createServer((request, response) => {
    if (request.url !== '/ready') calls.set(address, (calls.get(address) ?? 0) + 1)
    response.end()
  })
  return new Promise<void>((resolve) => server.listen(port, address, resolve))
})
await Promise.all(servers)

let addresses: readonly string[] = ['127.0.0.11', '127.0.0.12']
const network = await startTestNetwork({ names: 53, plain: 0, secure: 0 })
network.host(name, { addresses: () => addresses })
const balancer = openLoadBalancer({ url: `http://${name}:${port}` })

const used = async (): Promise<string[]> => {
  calls.clear()
  for (let call = 0; call < 40; call += 1) {
    const lease = balancer.acquire()
    const { body } = await lease.pool.request({ method: 'GET', path: '/' })
    await body.dump()
    lease.release('success')
  }
  return [...calls.keys()].toSorted()
}

const areUsed = (what: string, expected: readonly string[]): Promise<void> =>
  until(what, async () => (await used()).join() === expected.join())

const passed = (step: string): void => void process.stdout.write(`${step}\n`)

// The first call goes to the name itself, before it is resolved.
await areUsed('all addresses', addresses)
passed('all addresses of the name are used')
addresses = ['127.0.0.12', '127.0.0.13']
await areUsed('the new address', addresses)
passed('a new address is used, and a removed one is not')
network.setNameServers('fail')
const lookUps = network.lookUps.length
await until('the name server fails', async () => network.lookUps.length > lookUps + 4)
await areUsed('the last addresses', addresses)
passed('the last addresses are used while the name server fails')
addresses = ['127.0.0.11']
network.setNameServers('work')
await areUsed('the only address', addresses)
passed('its answers are followed again')
process.exit(0)
