// Runs a script of this project with the Node that came with the packages:
//   node infra/launch/launch.mjs SCRIPT [ARGUMENT ...]
// Node 18 must be able to run this folder, so it is plain JavaScript without dependencies.
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

/**
 * Forwards signals, and ends the child if npm was killed without a signal. The child gets one signal only:
 * a second one would end it before its clean stop.
 */
const stopWithNpm = (child) => {
  const parent = process.ppid
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      // A terminal sends Ctrl+C to the child too.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (isStopping || process.ppid === parent) return
    isStopping = true
    child.kill('SIGTERM')
  }, 1_000).unref()
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
  stopWithNpm(child)
}

launch(process.argv.slice(2))
