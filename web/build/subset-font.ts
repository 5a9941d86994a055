/**
 * Cuts the headline serif down to what the site shows and writes it to src/assets:
 * `node web/build/subset-font.ts` from the root, after changing the characters or the font's version.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const budgetBytes = 25_000

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, offset) =>
    String.fromCodePoint(first + offset),
  ).join('')

/** Latin-1 without its stand-alone accents and typewriter signs, and the punctuation people type. */
const characters = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”„…•−`.replace(
  /[¤¦¨¬¯´¸]/g,
  '',
)

const subsetFont: (
  font: Buffer,
  text: string,
  options: Record<string, unknown>,
) => Promise<Buffer> = require('subset-font')

const source = require.resolve(
  '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
)
const subset = await subsetFont(await readFile(source), characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 }, opsz: 20 },
  keepFeatures: ['kern'],
  noLayoutClosure: true,
  noHinting: true,
  dropTables: ['STAT', 'meta', 'HVAR', 'MVAR'],
})
if (subset.length > budgetBytes) {
  throw new Error(`The subset has ${subset.length} bytes; the budget is ${budgetBytes}.`)
}
await writeFile(new URL('../src/assets/source-serif-4.woff2', import.meta.url), subset)
