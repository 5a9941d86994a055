import { parseArgs } from 'node:util'
import { tryInstall } from './try-install.ts'

// Installs a clone of the last commit and starts its demo, once for each pair of npm and Node:
//   npm run tool -- try-install --npm 9.2.0,10.9.4 --node 18.19.1
// Without --node, npm runs on the Node of this machine.

const { values } = parseArgs({
  options: {
    npm: { type: 'string', default: '9.2.0,10.9.4' },
    node: { type: 'string', default: '' },
  },
})

const failures: string[] = []
for (const node of values.node.split(',')) {
  for (const npm of values.npm.split(',')) {
    const name = `npm ${npm} on Node ${node || 'of this machine'}`
    const started = performance.now()
    const problem = await tryInstall({ npm, node })
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    console.log(`${name}: ${problem ?? 'installed, started, responded, stopped'} (${seconds} s)`)
    if (problem !== null) failures.push(name)
  }
}
console.log(failures.length === 0 ? 'All installations work.' : `Failed: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
