import { type Plugin, parseAst } from 'vite'

/**
 * The browser does not validate responses; the server validates requests. The build therefore removes the
 * body schemas from contract routes, and with them the schema library. A schema that the web uses by itself
 * stays.
 */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  apply: 'build',
  // Runs after TypeScript is compiled to JavaScript.
  enforce: 'post',
  transform: {
    filter: { id: /packages\/contracts\/src\/[^/]+\.ts$/ },
    handler: (code) => ({ code: leanContract(code), map: null }),
  },
})

/** Properties of a route that web code must not read, because the build removes them. */
export const judged = ['params', 'query', 'body', 'response']

export const leanContract = (code: string): string =>
  parseAst(code)
    .body.flatMap((statement) => constantsOf(statement))
    .flatMap((value) => cutsOf(value, code))
    .reduceRight(
      (text, { start, end, put }) => `${text.slice(0, start)}${put}${text.slice(end)}`,
      code,
    )

type Node = { type: string; start: number; end: number }
type Cut = { start: number; end: number; put: string }

/** Initial values of the constants that a statement declares. */
const constantsOf = (statement: Node): Node[] => {
  const { declaration } = statement as { declaration?: Node | null }
  if (declaration) return constantsOf(declaration)
  if (statement.type !== 'VariableDeclaration') return []
  const { declarations } = statement as Node & { declarations: { init: Node | null }[] }
  return declarations.flatMap(({ init }) => init ?? [])
}

const cutsOf = (value: Node, code: string): Cut[] => {
  const isMade =
    value.type !== 'ArrowFunctionExpression' && code.slice(value.start, value.end).includes('(')
  if (!isMade) return judgedParts(value)
  // Without this mark the bundler keeps unused calls, because they might have side effects.
  return [
    { start: value.start, end: value.start, put: '/* @__PURE__ */ (() => (' },
    ...judgedParts(value),
    { start: value.end, end: value.end, put: '))()' },
  ]
}

type Call = Node & { callee: Node & { name?: string }; arguments: Node[] }
type Properties = Node & { properties: (Node & { key?: { name?: string } })[] }

/** Properties of a route, or of an object that several routes share. */
const judgedParts = (value: Node): Cut[] => {
  if (value.type === 'CallExpression') {
    const { callee, arguments: values } = value as Call
    return callee.name === 'route' ? values.flatMap(judgedParts) : []
  }
  if (value.type !== 'ObjectExpression') return []
  return (value as Properties).properties
    .filter(({ key }) => judged.includes(key?.name ?? ''))
    .map(({ start, end }) => ({ start, end, put: '...{}' }))
}
