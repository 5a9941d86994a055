/**
 * Subsets the headline serif to the characters that the site shows and writes it to src/assets. Run `node
 * web/build/subset-font.ts` from the root after changing the characters or the font's version.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, offset) =>
    String.fromCodePoint(first + offset),
  ).join('')

/** Latin-1 characters that few headlines contain, without stand-alone accents and typewriter signs. */
const rare = '¢¥§©ª®±²³¶·¹º¼½¾×÷'
const letters = `${between(0xc0, 0xd6)}${between(0xd8, 0xf6)}${between(0xf8, 0xff)}`

const parts = [
  // Fits into the initial congestion window, headers included: 14,600 bytes.
  {
    file: 'source-serif-4.woff2',
    characters: `${between(0x20, 0x7e)}\u{a0}\u{ad}¡«°»¿£µ${letters}–—‘’‚“”„…•−`,
    weight: 600,
    maxBytes: 14_000,
  },
  { file: 'source-serif-4-rare.woff2', characters: rare, weight: 600, maxBytes: 3_500 },
] as const

const subsetFont: (
  font: Buffer,
  text: string,
  options: Record<string, unknown>,
) => Promise<Buffer> = require('subset-font')

const source = await readFile(
  require.resolve(
    '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
  ),
)
for (const { file, characters, weight, maxBytes } of parts) {
  const subset = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight, opsz: 20 },
    keepFeatures: ['kern'],
    noLayoutClosure: true,
    noHinting: true,
    dropTables: ['STAT', 'meta', 'HVAR', 'MVAR'],
  })
  if (subset.length > maxBytes) {
    throw new Error(`${file} has ${subset.length} bytes; its budget is ${maxBytes}.`)
  }
  await writeFile(new URL(`../src/assets/${file}`, import.meta.url), subset)
}
