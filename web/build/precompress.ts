import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthCompressing = /\.(?:html|js|css|svg|txt|json)$/
const minBytes = 512

/**
 * Writes `.br` and `.gz` files next to every text asset, so that the server compresses nothing per request.
 */
export const precompress = (): Plugin => {
  let outputFolder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outputFolder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(outputFolder, { recursive: true })
      await Promise.all(
        entries
          .filter((entry) => worthCompressing.test(entry))
          .map((entry) => compress(join(outputFolder, entry))),
      )
    },
  }
}

const compress = async (file: string): Promise<void> => {
  const plain = await readFile(file)
  if (plain.length < minBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
