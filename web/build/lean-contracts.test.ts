import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judged, leanContract } from './lean-contracts.ts'

const contract = `
  export const ids = ['a', 'b']
  const shared = { service: 'catalog', response: z.string() }
  export const vote = route({ ...shared, path: '/vote', body: z.strictObject({ value: z.int() }) })
  export const schema = z.string().check(z.minLength(1))
  export const pathOf = (id) => vote.path.concat(id)
`

test('a route keeps method and path, and loses its body schemas', () => {
  const code = leanContract(contract)
  expect(code).toContain("path: '/vote'")
  expect(code).toContain("service: 'catalog'")
  expect(code).not.toContain('strictObject')
  expect(code).toContain('/* @__PURE__ */ (() => (z.string().check(z.minLength(1))))()')
})

test('web code reads no body schema of a route, because the build removes them', () => {
  const cwd = join(import.meta.dirname, '../src')
  const reads = new RegExp(String.raw`\.(?:${judged.join('|')})\??\.(?:safeParse|parse|shape)\b`)
  const found = globSync('**/*.{ts,tsx}', { cwd }).filter((file) =>
    reads.test(readFileSync(join(cwd, file), 'utf8')),
  )
  expect(found).toEqual([])
})
