import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { listSettings } from '@answerable/infra/settings'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'

/** Overrides every setting of a developer's `.env`. */
const unset = Object.fromEntries(
  [...listSettings('every site').map(({ name }) => name), 'PUBLISH'].flatMap((name) => [
    [name, ''],
    [`${name}_FILE`, ''],
  ]),
)

/** Only the message is matched, not the files of the stack. */
const isTimeout = (line: string): boolean => {
  const { msg, err } = JSON.parse(line)
  return /timeout|took longer than|in time$/.test(String(err?.message ?? msg))
}

test.each([
  ['while the demo content is added', 'Adding the demo content'],
  ['while its events are published', 'Ctrl+C'],
])('SIGINT %s stops the demo without an error', async (_, line) => {
  const directory = await mkdtemp(join(tmpdir(), 'answerable-stop-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const demo = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--demo'], {
    env: {
      ...unset,
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: join(directory, 'data'),
    },
  })
  const ended = new Promise((resolve) => demo.once('exit', resolve))
  onTestFinished(() => void demo.kill('SIGKILL'))
  const errors: string[] = []
  createInterface(demo.stderr).on('line', (text) => errors.push(text))
  const lines: string[] = []
  for await (const text of createInterface(demo.stdout)) {
    lines.push(text)
    if (text.includes(line)) demo.kill('SIGINT')
  }
  // A busy machine can cause timeouts before the stop.
  const warnings = lines.filter((text) => text.startsWith('{') && !isTimeout(text))
  expect({ code: await ended, errors, warnings }).toEqual({ code: 0, errors: [], warnings: [] })
  expect(lines.at(-1)).toContain('Stopping')
})
