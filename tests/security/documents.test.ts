import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
const documents = ['docs/security/threats.md', 'docs/security/asvs.md', 'docs/security/handbook.md']

/** A project file, as documents refer to it. */
const named = /`([\w-]+(?:\/[\w.-]+)+|package-lock\.json)`/g
const namedTest = /`([\w./-]+)`: "([^"]+)"/g

test('every file named in a security document exists', async () => {
  for (const document of documents) {
    for (const [, file = ''] of (await read(document)).matchAll(named)) {
      expect({ document, file, isThere: existsSync(join(root, file)) }).toMatchObject({
        isThere: true,
      })
    }
  }
})

test('every test named in a security document exists', async () => {
  for (const document of documents) {
    for (const [, file = '', name = ''] of (await read(document)).matchAll(namedTest)) {
      const source = (await read(file)).replaceAll("\\'", "'")
      expect({ document, file, name, isThere: source.includes(name) }).toMatchObject({
        isThere: true,
      })
    }
  }
})

const rowsOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('the ASVS table’s counts are right, and each requirement occurs once', async () => {
  const asvs = await read('docs/security/asvs.md')
  const rows = rowsOf(asvs).filter(([id]) => /^V\d+\.\d+\.\d+$/.test(id ?? ''))
  const verdicts = rows.filter(([, , verdict]) =>
    /^(met|exception|not applicable)$/.test(verdict ?? ''),
  )
  const count = (wanted: string) => verdicts.filter(([, , verdict]) => verdict === wanted).length
  const [all, applying, met, exceptions, others] =
    /has (\d+) requirements.* Of these (\d+) apply .*: (\d+) are met and (\d+) are exceptions.*; (\d+) do not apply/
      .exec(asvs)
      ?.slice(1)
      .map(Number) ?? []
  expect({ all, met, exceptions, others }).toEqual({
    all: new Set(verdicts.map(([id]) => id)).size,
    met: count('met'),
    exceptions: count('exception'),
    others: count('not applicable'),
  })
  expect(verdicts).toHaveLength(all ?? 0)
  expect(applying).toBe(count('met') + count('exception'))
})

test('met requirements name their code or the handbook; exceptions have a reason', async () => {
  const rows = rowsOf(await read('docs/security/asvs.md'))
  for (const [id, , verdict, why, tests] of rows) {
    if (verdict === 'met') expect({ id, why }).toMatchObject({ why: expect.stringMatching(/^`/) })
    if (verdict === 'met' && why?.includes('handbook') === false) {
      expect({ id, tests }).toMatchObject({ tests: expect.stringMatching(/: "/) })
    }
    if (verdict === 'not applicable') expect((why ?? '').length, id).toBeGreaterThan(10)
  }
  const exceptions = rows.filter(([, , verdict]) => verdict === 'exception').map(([id]) => id)
  const explained = rows.filter(
    ([id, level, why = '']) => /^V/.test(id ?? '') && /^[12]$/.test(level ?? '') && why.length > 20,
  )
  expect(explained.map(([id]) => id).filter((id) => exceptions.includes(id))).toEqual(exceptions)
})

test('the stated number of threats is right', async () => {
  const threats = await read('docs/security/threats.md')
  const [, said] = /It names (\d+) threats/.exec(threats) ?? []
  const rows = rowsOf(threats).filter(([, , tests]) => tests?.includes(': "') === true)
  expect(rows).toHaveLength(Number(said))
})
