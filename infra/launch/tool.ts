import { spawn } from 'node:child_process'
import { join } from 'node:path'

// Runs one of the tools that are not needed every day: npm run tool -- NAME [ARGUMENT ...]

const root = join(import.meta.dirname, '../..')

const tools: Record<string, { script: string; purpose: string }> = {
  'repeat-tests': {
    script: 'tests/repeat/main.ts',
    purpose: 'run npm ci and npm test in new clones: on an idle machine, on one core, under load',
  },
  'slow-browser': {
    script: 'e2e/hydration/main.ts',
    purpose: 'load each kind of page in a throttled browser while others vote and comment',
  },
  'trim-lock': {
    script: 'infra/supply-chain/trim-lock.ts',
    purpose:
      'remove engine limits from package-lock.json so that old Node versions install every binary',
  },
  'try-install': {
    script: 'tests/install/main.ts',
    purpose: 'install and start the demo with other versions of npm and Node',
  },
}

const list = (): string => {
  const width = Math.max(...Object.keys(tools).map((name) => name.length))
  const lines = Object.entries(tools).map(
    ([name, { purpose }]) => `  ${name.padEnd(width)}  ${purpose}`,
  )
  return ['Usage: npm run tool -- NAME [ARGUMENT ...]', '', ...lines, ''].join('\n')
}

const [name = '', ...parameters] = process.argv.slice(2)
const tool = tools[name]
if (tool === undefined) {
  process.stderr.write(name === '' ? list() : `There is no tool "${name}".\n${list()}`)
  process.exitCode = 1
} else {
  const child = spawn(process.execPath, [join(root, tool.script), ...parameters], {
    stdio: 'inherit',
  })
  child.once('exit', (code) => process.exit(code ?? 1))
}
