import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { obtainNeeds } from './needs.ts'
import { findProgram, isAtLeast, type Program, type Source } from './program.ts'

/** Creates a program that prints this version; returns its path. */
const programPrinting = (version: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-program-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'server')
  writeFileSync(path, `#!/bin/sh\necho 'server: v${version}'\n`, { mode: 0o755 })
  return path
}

const source = (name: string, what: Partial<Source>): Source => ({
  name,
  present: () => null,
  canFetch: () => what.fetch !== undefined,
  fetch: () => null,
  ...what,
})

const server = (...sources: Source[]): Program => ({
  name: 'server',
  minimum: '2.10.23',
  sources,
  advice: 'install server 2.10.23 or newer',
})

test('versions are compared number by number', () => {
  expect(isAtLeast('2.10.23', '2.10.23')).toBe(true)
  expect(isAtLeast('2.12.0', '2.10.23')).toBe(true)
  expect(isAtLeast('10.0', '9.5.1')).toBe(true)
  expect(isAtLeast('2.9.30', '2.10.23')).toBe(false)
  expect(isAtLeast('2.10', '2.10.23')).toBe(false)
})

test('an outdated program on this machine is skipped for a fetched one', () => {
  const old = programPrinting('2.9.10')
  const fetched = programPrinting('2.12.8')
  const lines: string[] = []
  const found = findProgram(
    server(source('PATH', { present: () => old }), source('wheel', { fetch: () => fetched })),
    (line) => lines.push(line),
  )
  expect(found).toEqual({ path: fetched, version: '2.12.8', source: 'wheel' })
  expect(lines).toEqual(['server: fetching it (wheel) …'])
})

test('a program on this machine that lacks something is skipped, and named if there is no other', () => {
  const [lacking, whole] = [programPrinting('3.0.0'), programPrinting('2.12.8')]
  const isUsable = (path: string) => path === whole
  const onPath = source('PATH', { present: () => lacking })
  const wheel = source('wheel', { fetch: () => whole })
  expect(findProgram({ ...server(onPath, wheel), isUsable }, () => {}).source).toBe('wheel')
  expect(() => findProgram({ ...server(onPath), isUsable })).toThrow(
    'server is missing (3.0.0 from PATH lacks what the tests need): install server 2.10.23 or newer.',
  )
})

test('nothing is fetched while any source has the program on this machine', () => {
  const present = programPrinting('2.10.23')
  const fetch = () => expect.unreachable('fetched')
  const found = findProgram(
    server(source('wheel', { fetch }), source('package', { present: () => present })),
  )
  expect(found.source).toBe('package')
})

test('an unavailable program is reported in one line, and no further program is obtained', async () => {
  const old = programPrinting('2.9.10')
  const lines: string[] = []
  const needs = [
    {
      name: 'server',
      obtain: () => findProgram(server(source('PATH', { present: () => old }))),
    },
    { name: 'browser', obtain: () => expect.unreachable('obtained') },
  ]
  expect(await obtainNeeds((line) => lines.push(line), needs)).toBe(false)
  expect(lines).toEqual([
    'The tests cannot run. server is missing (2.9.10 from PATH is too old): install server 2.10.23 or newer.',
  ])
})

test('a found program is printed with its version and source', async () => {
  const path = programPrinting('2.12.8')
  const lines: string[] = []
  const obtain = () => findProgram(server(source('PATH', { present: () => path })))
  expect(await obtainNeeds((line) => lines.push(line), [{ name: 'server', obtain }])).toBe(true)
  expect(lines).toEqual([expect.stringMatching(/^server 2\.12\.8: PATH, \d+\.\d s$/)])
})

test('files of another user are reported in one line', async () => {
  const obtain = () => {
    const message = "EACCES: permission denied, mkdir '/site/.cache/tools'"
    throw Object.assign(new Error(message), { code: 'EACCES', path: '/site/.cache/tools' })
  }
  const lines: string[] = []
  expect(await obtainNeeds((line) => lines.push(line), [{ name: 'server', obtain }])).toBe(false)
  expect(lines).toEqual([
    'The tests cannot run. /site/.cache/tools belongs to another user: run them as that user, or remove it.',
  ])
})
