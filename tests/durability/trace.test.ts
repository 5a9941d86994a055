import { expect, test } from 'vitest'
import { brokenPromises, marksOf, readTrace } from './trace.ts'

const log = '/d/pg_wal/000000010000000000000001'
const positionOf = (path: string, offset: number) => (path === log ? offset : null)

const lines = (...text: string[]): string => `${text.join('\n')}\n`

test('reads writes and syncs, including interrupted calls', () => {
  const calls = readTrace(
    lines(
      `11 100.000000 pwrite64(5<${log}>, ""..., 8192, 16384) = 8192 <0.001000>`,
      `11 100.002000 fdatasync(5<${log}> <unfinished ...>`,
      '12 100.003000 --- SIGURG {si_signo=SIGURG, si_code=SI_TKILL, si_pid=1, si_uid=0} ---',
      `12 100.003000 fsync(7</elsewhere>) = -1 EIO (Input/output error) <0.000100>`,
      '11 100.007000 <... fdatasync resumed>) = 0 <0.005000>',
      '11 100.008000 openat(AT_FDCWD</>, "x", O_RDONLY) = 9</x> <0.000100>',
    ),
  )
  expect(calls).toEqual([
    {
      process: '11',
      name: 'write',
      path: log,
      offset: 16384,
      end: 24576,
      startedAt: 100_000,
      endedAt: 100_001,
    },
    {
      process: '11',
      name: 'sync',
      path: log,
      offset: 0,
      end: 0,
      startedAt: 100_002,
      endedAt: 100_007,
    },
  ])
})

const written = `11 100.000000 pwrite64(5<${log}>, ""..., 8192, 0) = 8192 <0.001000>`

test.each([
  [
    'a sync of another process that begins after the write',
    `12 100.002000 fdatasync(9<${log}>) = 0 <0.001000>`,
    0,
  ],
  ['no sync', '', 1],
  [
    'a sync that began before the write was done',
    `12 100.000500 fdatasync(9<${log}>) = 0 <0.001000>`,
    1,
  ],
  ['a sync that ends after the response', `12 100.009000 fdatasync(9<${log}>) = 0 <0.002000>`, 1],
  ['a sync of another file', '12 100.002000 fdatasync(9</other>) = 0 <0.001000>', 1],
  ['a sync that failed', `12 100.002000 fdatasync(9<${log}>) = -1 EIO (error) <0.001000>`, 1],
])('a response after %s', (_, sync, broken) => {
  const marks = marksOf(readTrace(lines(written, sync)), positionOf)
  expect(brokenPromises([{ at: 100_010, position: 8192 }], marks)).toHaveLength(broken)
})

test('detects a response about data beyond the last synced write', () => {
  const marks = marksOf(
    readTrace(lines(written, `11 100.002000 fdatasync(5<${log}>) = 0 <0.001000>`)),
    positionOf,
  )
  const promises = [8_192, 8_193].map((position) => ({ at: 100_010, position }))
  expect(brokenPromises(promises, marks)).toEqual([{ at: 100_010, position: 8_193 }])
})
