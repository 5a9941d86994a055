import type { Plugin, Rolldown } from 'vite'
import { pageStylesIn } from './page-preloads.ts'

const pageModule = '/pages/my-boycotts-page.tsx'

/** Lists the files that /my-boycotts needs without a connection, in addition to those that index.html names. */
export const myBoycottsFiles = (): Plugin => ({
  name: 'my-boycotts-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      this.emitFile({
        type: 'asset',
        fileName: 'my-boycotts-files.json',
        source: JSON.stringify(filesOf(bundle)),
      })
    },
  },
})

const filesOf = (bundle: Rolldown.OutputBundle): string[] => {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(pageModule))
  if (page === undefined) throw new Error(`${pageModule} has no chunk`)
  const needed = new Set<string>()
  const add = (name: string): void => {
    if (needed.has(name)) return
    needed.add(name)
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const imported of chunk?.imports ?? []) add(imported)
    for (const style of chunk?.viteMetadata?.importedCss ?? []) needed.add(style)
  }
  for (const { fileName, isEntry } of chunks) if (isEntry) add(fileName)
  add(page.fileName)
  needed.add(pageStylesIn(bundle))
  const fonts = outputs.filter(({ fileName }) => fileName.endsWith('.woff2'))
  return [...needed, ...fonts.map(({ fileName }) => fileName)].map((name) => `/${name}`)
}
