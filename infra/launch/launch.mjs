// Runs a script of this project with the Node that came with the packages:
//   node infra/launch/launch.mjs SCRIPT [ARGUMENT ...]
// Node 18 must be able to run this folder, so it is plain JavaScript and imports nothing from outside.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseNode } from './choose-node.mjs'

const installDirectory = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const say = (line) => process.stderr.write(`${line}\n`)

const cannotStart = (node, error) =>
  error.code === 'ENOENT' && existsSync(node)
    ? `${node} cannot run on this system: it needs the GNU C library (glibc 2.28 or newer).`
    : `${node} does not start: ${error.message}`

/** Ends the child when npm is gone: npm passes SIGTERM on, but cannot pass on that it was killed. */
const stopWithNpm = (child) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1_000).unref()
}

const forwardSignals = (child) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends ctrl-C to the child as well; a second one would end it at once.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
}

const environmentWith = (node) => ({
  ...process.env,
  // Tools that start with `#!/usr/bin/env node` get the same Node.
  PATH: [dirname(node), join(installDirectory, 'node_modules', '.bin'), process.env.PATH]
    .filter(Boolean)
    .join(delimiter),
})

const launch = ([script, ...parameters]) => {
  const choice = chooseNode({
    root: installDirectory,
    platform: `${process.platform}-${process.arch}`,
    version: process.versions.node,
    execPath: process.execPath,
  })
  if ('problem' in choice) {
    say(choice.problem)
    process.exitCode = 1
    return
  }
  const child = spawn(
    choice.node,
    ['--disable-warning=ExperimentalWarning', join(installDirectory, script), ...parameters],
    { stdio: 'inherit', env: environmentWith(choice.node) },
  )
  child.once('error', (error) => {
    say(cannotStart(choice.node, error))
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  })
  forwardSignals(child)
  stopWithNpm(child)
}

launch(process.argv.slice(2))
