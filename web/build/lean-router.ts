import type { Plugin } from 'vite'

/**
 * Removes parts of the router that the site does not use and the bundler keeps:
 * - Unused components: assigning `displayName` and calling `createContext`, `forwardRef` or `memo` could have side
 *   effects. The plugin removes the assignments and marks the calls as pure.
 * - Functions of data routers and of React Router's framework mode, to which links and routes refer.
 * - Warnings for developers.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) => ({ code: withoutFramework(withoutSideEffects(code)), map: null }),
  },
})

export const withoutSideEffects = (code: string): string =>
  code.replaceAll(names, '').replaceAll(creations, '/* @__PURE__ */ ')

const names = /^\w+\.displayName = .*;$/gm
const creations = /(?<=^var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm

export const withoutFramework = (code: string): string =>
  code
    .replaceAll(frameworkFunctions, 'function $1() {\n  return null;\n}')
    .replaceAll(frameworkClasses, 'var $1 = null;')
    .replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;')

const frameworkFunctions =
  /^function (PrefetchPageLinks|Scripts|RemixRootDefaultErrorBoundary|RSCErrorHandler|DefaultErrorComponent)\([\s\S]*?^\}$/gm
const frameworkClasses =
  /^var (AwaitErrorBoundary|RemixErrorBoundary) = class extends [\s\S]*?^\};$/gm
