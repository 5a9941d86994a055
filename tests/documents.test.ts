import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { groups } from '@answerable/infra/launch/tools'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const allOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '')

test('every command that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const tools = new Set(Object.values(groups).flatMap((group) => Object.keys(group)))
  for (const document of documents) {
    const text = read(document)
    for (const name of allOf(text, /npm run (?:-s )?([a-z][\w:-]*)/g)) {
      expect(scripts, document).toHaveProperty([name])
    }
    for (const name of allOf(text, /npm run (?:-s )?tool -- ([a-z][\w:-]*)/g)) {
      expect(tools, document).toContain(name)
    }
  }
  expect(documents.length).toBeGreaterThan(20)
})

test('every link from one document to a file leads to a file and a heading', () => {
  for (const document of documents) {
    for (const link of allOf(read(document), /\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
      const [path = '', heading] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      expect(existsSync(join(root, target)), `${document}: ${link}`).toBe(true)
      if (heading === undefined || !target.endsWith('.md')) continue
      expect(headingsOf(read(target)), `${document}: ${link}`).toContain(heading)
    }
  }
})

test('every file that the architecture names exists', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const named = allOf(read('ARCHITECTURE.md'), /`((?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|sql))`/g)
  expect(named.length).toBeGreaterThan(50)
  for (const name of named) {
    expect(
      files.some((file) => file === name || (!name.includes('/') && file.endsWith(`/${name}`))),
      name,
    ).toBe(true)
  }
})

/** The anchors that GitHub generates from headings. */
const headingsOf = (text: string): string[] =>
  allOf(text, /^#+ +(.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
