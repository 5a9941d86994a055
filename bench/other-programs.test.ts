import { describe, expect, test } from 'vitest'
import {
  busyNote,
  machineSeconds,
  observeOtherPrograms,
  parseCores,
  shareOfOthers,
} from './other-programs.ts'
import { familySeconds, parseProcess } from './processes.ts'

describe('the share of other programs', () => {
  test('is the processor time beyond the benchmark’s own, as a fraction of one core', () => {
    const before = { atSeconds: 100, machine: 50, own: 8 }
    expect(shareOfOthers(before, { atSeconds: 110, machine: 65, own: 20 })).toBeCloseTo(0.3)
    expect(shareOfOthers(before, { atSeconds: 110, machine: 65, own: 23 })).toBe(0)
    expect(shareOfOthers(before, { atSeconds: 110, machine: 65, own: 23.1 })).toBe(0)
  })

  test('is reported if it exceeds a tenth of a core', () => {
    expect(busyNote(0.1)).toBeNull()
    expect(busyNote(0.374)).toBe(
      'machine was busy: other programs used 37 % of a core; discard these figures',
    )
  })
})

describe('processor time from /proc', () => {
  const stat = [
    'cpu  900 90 600 9000 70 60 50 40 30 0',
    'cpu0 400 30 200 4000 10 20 30 15 25 0',
    'cpu1 400 30 200 4000 10 20 30 15 25 0',
    'cpu10 100 30 200 1000 50 20 10 10 0 0',
    'intr 1 2 3',
  ].join('\n')

  test('counts user, nice, system and stolen time of the allowed cores', () => {
    expect(machineSeconds(stat, new Set([0]))).toBe((400 + 30 + 200 + 15) / 100)
    expect(machineSeconds(stat, new Set([0, 10]))).toBe((645 + 340) / 100)
  })

  test('reads lists of cores', () => {
    expect([...parseCores('0-2,5')]).toEqual([0, 1, 2, 5])
    expect([...parseCores('3')]).toEqual([3])
  })

  test('parses a process whose name looks like fields', () => {
    const line = '42 (a) S 1 (b) R 7 42 42 0 -1 4194304 1 2 3 4 150 50 25 75 20 0 1 0 999'
    expect(parseProcess(line)).toEqual({ id: 42, parent: 7, seconds: 3 })
  })

  test('adds a process and all of its descendants, and no others', () => {
    const processes = [
      { id: 1, parent: 0, seconds: 100 },
      { id: 20, parent: 1, seconds: 1 },
      { id: 21, parent: 20, seconds: 2 },
      { id: 22, parent: 21, seconds: 4 },
      { id: 30, parent: 1, seconds: 50 },
    ]
    expect(familySeconds(processes, 20)).toBe(7)
  })

  test('is read from the machine itself', () => {
    const end = observeOtherPrograms()
    expect(end() ?? 'quiet').toMatch(/quiet|^machine was busy: other programs used \d+ %|no \/proc/)
  })
})
