import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutFramework, withoutSideEffects } from './lean-router.ts'

const cwd = join(import.meta.dirname, '../../node_modules/react-router/dist/development')
const code = globSync('*.mjs', { cwd })
  .map((file) => readFileSync(join(cwd, file), 'utf8'))
  .join('\n')

test('the router’s unused components have no side effects that keep them', () => {
  expect(code).toMatch(/^Form\.displayName = "Form";$/m)
  const lean = withoutSideEffects(code)
  expect(lean).not.toMatch(/^Form\.displayName/m)
  expect(lean).toMatch(/^var Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef\($/m)
})

test('the router’s parts for data routers and frameworks are empty', () => {
  const lean = withoutFramework(code)
  for (const name of [
    'PrefetchPageLinks',
    'Scripts',
    'RemixRootDefaultErrorBoundary',
    'RSCErrorHandler',
    'DefaultErrorComponent',
  ]) {
    expect(lean).toContain(`function ${name}() {\n  return null;\n}\n`)
  }
  expect(lean).toMatch(/^var AwaitErrorBoundary = null;$/m)
  expect(lean).toMatch(/^var RemixErrorBoundary = null;$/m)
  expect(lean).toMatch(/^var ENABLE_DEV_WARNINGS = false;$/m)
  const declarations = /^(?:async function|function|var|class) /gm
  expect(lean.match(declarations)).toEqual(code.match(declarations))
})
