import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const source = new URL('../src/theme/theme-script.ts', import.meta.url).pathname
const developmentPath = '/theme-script.js'

/**
 * The chosen theme must stand before the first paint, and the content security policy allows no inline
 * script: so it is a small blocking file of its own, hashed like every other asset.
 */
export const themeScript = (): Plugin => {
  let builtFile: string | undefined
  return {
    name: 'theme-script',
    async buildStart() {
      if (this.meta.watchMode || this.environment?.mode === 'dev') return
      const ref = this.emitFile({ type: 'asset', name: 'theme.js', source: await compile() })
      builtFile = ref
    },
    configureServer(server) {
      server.middlewares.use(developmentPath, (_request, response, next) => {
        response.setHeader('content-type', 'text/javascript')
        compile().then((code) => response.end(code), next)
      })
    },
    generateBundle() {
      if (builtFile !== undefined) builtFile = this.getFileName(builtFile)
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { src: builtFile === undefined ? developmentPath : `/${builtFile}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

const compile = async (): Promise<string> => {
  const plain = await transformWithOxc(await readFile(source, 'utf8'), source, { lang: 'ts' })
  const small = await minify('theme-script.js', plain.code)
  return small.code
}
