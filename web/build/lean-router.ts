import type { Plugin } from 'vite'

/**
 * The bundler keeps unused router components, because assigning `displayName` and calling `createContext`,
 * `forwardRef` or `memo` could have side effects. This plugin removes the assignments and marks the calls as pure,
 * which saves 1.2 kB.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({ code: withoutSideEffects(code), map: null }),
  },
})

export const withoutSideEffects = (code: string): string =>
  code.replaceAll(names, '').replaceAll(creations, '/* @__PURE__ */ ')

const names = /^\w+\.displayName = .*;$/gm
const creations = /(?<=^var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm
