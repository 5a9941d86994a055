import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSideEffects } from './lean-router.ts'

test('the router’s unused components have no side effects that keep them', () => {
  const cwd = join(import.meta.dirname, '../../node_modules/react-router/dist/development')
  const code = globSync('*.mjs', { cwd })
    .map((file) => readFileSync(join(cwd, file), 'utf8'))
    .join('\n')
  expect(code).toMatch(/^Form\.displayName = "Form";$/m)
  const lean = withoutSideEffects(code)
  expect(lean).not.toMatch(/^Form\.displayName/m)
  expect(lean).toMatch(/^var Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef\($/m)
})
