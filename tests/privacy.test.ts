import { glob, readFile } from 'node:fs/promises'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import { expect, test } from 'vitest'
import { keptData, keptInBrowser } from '../web/src/features/privacy/kept-data.ts'
import { root } from './command.ts'

/** Tables with nothing in them about people, or there on a development site alone. */
const impersonal = ['auth.counters', 'auth.dev_mails', 'catalog.counters']

const textsOf = async (pattern: string): Promise<{ path: string; text: string }[]> => {
  const texts: { path: string; text: string }[] = []
  for await (const path of glob(pattern, { cwd: root })) {
    texts.push({ path, text: await readFile(`${root}/${path}`, 'utf8') })
  }
  return texts
}

const namesInBrowser = keptInBrowser.flatMap(({ name }) => name.split(', '))
const isNamed = (key: string): boolean =>
  namesInBrowser.some((name) =>
    name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name,
  )

test('the privacy page tells of every table that the services keep', async () => {
  const migrations = await textsOf('services/*/migrations/*.sql')
  const tables = migrations.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/^CREATE TABLE (\w+)/gm),
      ([, table]) => `${path.split('/')[1]}.${table}`,
    ),
  )
  const told = [...keptData.flatMap((entry) => entry.tables), ...impersonal]
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => !told.includes(table))).toEqual([])
})

test('the privacy page tells of every cookie that is set', async () => {
  const [cookies] = await textsOf('services/auth/src/sessions/cookies.ts')
  const names = Array.from(cookies?.text.matchAll(/prefixed\(site, '(\w+)'\)/g) ?? [], ([, name]) =>
    String(name),
  )
  expect(names.toSorted()).toEqual(['device', 'flow', 'sid'])
  for (const name of [...names.map((name) => `__Host-${name}`), sessionHintCookie]) {
    expect(isNamed(name), name).toBe(true)
  }
})

test('the privacy page tells of everything that is put into the browser’s storage', async () => {
  const sources = await textsOf('web/src/**/*.{ts,tsx}')
  const keys = sources
    .filter(({ path }) => !path.includes('.test.') && !path.endsWith('kept-data.ts'))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(/['`]((?:answerable-[a-z-]+)|(?:[a-z-]+-completed))/g), ([, key]) =>
        String(key),
      ),
    )
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.filter((key) => !isNamed(key))).toEqual([])
})
