import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { startedEvent, startingEvent, watchingEvent } from '../src/boot/start-events.ts'
import { pageStylesIn, preloadsByPage } from './page-preloads.ts'

const themeSource = join(import.meta.dirname, '../src/theme/theme-script.ts')
const preloadSource = join(import.meta.dirname, '../src/boot/preload-script.ts')
const developmentPath = '/theme-script.js'

/**
 * The theme must be set before the first paint, and the content security policy forbids inline scripts. So
 * this is a small blocking script with a hashed name, like every other asset. Because it runs first, it also
 * preloads what the page needs, earlier than the application could.
 */
export const themeScript = (): Plugin => {
  let builtFile: string | undefined
  let pageStyles: string | undefined
  return {
    name: 'theme-script',
    configureServer(server) {
      server.middlewares.use(developmentPath, (_request, response, next) => {
        response.setHeader('content-type', 'text/javascript')
        compile(themeSource).then((code) => response.end(code), next)
      })
    },
    async generateBundle(_options, bundle) {
      const values = {
        pagePreloads: preloadsByPage(bundle),
        startingEvent,
        startedEvent,
        watchingEvent,
      }
      const constants = `const ${Object.entries(values)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join()};`
      const source = `${await compile(themeSource)}{${constants}${await compile(preloadSource)}}`
      pageStyles = pageStylesIn(bundle)
      builtFile = this.getFileName(this.emitFile({ type: 'asset', name: 'theme.js', source }))
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        // Read by the preload script and when a page is prerendered.
        html:
          pageStyles === undefined
            ? html
            : html.replace('<html', `<html data-page-styles="/${pageStyles}"`),
        tags: [
          {
            tag: 'script',
            attrs: { src: builtFile === undefined ? developmentPath : `/${builtFile}` },
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
  }
}

const compile = async (source: string): Promise<string> => {
  const plain = await transformWithOxc(await readFile(source, 'utf8'), source, { lang: 'ts' })
  const small = await minify(source, plain.code)
  return small.code
}
