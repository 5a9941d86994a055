import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A file with the characters of some ranges; larger fonts consist of a hundred of them. */
type FontFile = { family: string; path: string; has: (codePoint: number) => boolean }

const { resolve } = createRequire(import.meta.url)

const filesOf = (font: string, subset: RegExp): FontFile[] => {
  const metadata = resolve(`@fontsource-variable/${font}/unicode.json`)
  const ranges: Record<string, string> = JSON.parse(readFileSync(metadata, 'utf8'))
  return Object.entries(ranges)
    .filter(([name]) => subset.test(name))
    .map(([name, list]) => {
      const file = `${font}-${name.replace(/^\[(\d+)\]$/, '$1')}`
      return {
        family: file,
        path: join(dirname(metadata), 'files', `${file}-wght-normal.woff2`),
        has: inRanges(list),
      }
    })
}

const inRanges = (list: string): FontFile['has'] => {
  const ranges = list.split(',').map((range) => {
    const [first = 0, last = first] = range
      .replace(/^U\+/i, '')
      .split('-')
      .map((digits) => Number.parseInt(digits, 16))
    return { first, last }
  })
  return (codePoint) => ranges.some(({ first, last }) => first <= codePoint && codePoint <= last)
}

/**
 * The most files of one picture, because each takes time and memory. A paragraph of 250 letters needs about 15 in
 * Chinese, and in Japanese about 35.
 */
export const maxFontFiles = 40

export type Fonts = {
  /**
   * The files that draw these texts, in the order of preference; the Latin letters are always among them. Texts that
   * need more than `maxFontFiles` are cut, the last ones first.
   */
  filesFor: <Texts extends readonly string[]>(
    texts: Texts,
  ) => { files: FontFile[]; texts: { [Index in keyof Texts]: string } }
}

/** Reads which characters each file has. */
export const openFonts = (): Fonts => {
  const latin = filesOf('source-serif-4', /^latin$/)
  const alphabets = [
    ...latin,
    ...filesOf('source-serif-4', /^(?!latin$)/),
    ...filesOf('noto-sans-hebrew', /^hebrew$/),
    ...filesOf('noto-sans-arabic', /^arabic$/),
    ...filesOf('noto-sans-devanagari', /^devanagari$/),
    ...filesOf('noto-sans-thai', /^thai$/),
  ]
  const korean = filesOf('noto-sans-kr', /^\[/)
  const chineseAndJapanese = filesOf('noto-sans-sc', /^\[/)
  const symbols = [
    ...filesOf('noto-sans-arabic', /^(math|symbols)$/),
    ...filesOf('noto-emoji', /^\[/),
  ]
  return {
    filesFor: (texts) => {
      const eastAsian = texts.some((text) => /\p{Script=Hangul}/u.test(text))
        ? [...korean, ...chineseAndJapanese]
        : [...chineseAndJapanese, ...korean]
      const all = [...alphabets, ...eastAsian, ...symbols]
      const needed = new Set(latin)
      const seen = new Set<string>()
      const takes = (grapheme: string): boolean => {
        if (seen.has(grapheme)) return true
        const files = new Set([...needed, ...filesOfGrapheme(grapheme, all)])
        if (files.size > maxFontFiles) return false
        for (const file of files) needed.add(file)
        seen.add(grapheme)
        return true
      }
      const cut = (text: string): string => {
        const graphemes = graphemesOf(text)
        const end = graphemes.findIndex((grapheme) => !takes(grapheme))
        return end === -1 ? text : `${graphemes.slice(0, end).join('')}…`
      }
      const drawn = texts.map(cut) as { [Index in keyof typeof texts]: string }
      return { files: all.filter((file) => needed.has(file)), texts: drawn }
    },
  }
}

/** The file with all of its characters, or one for each: an emoji of several characters is drawn as one. */
const filesOfGrapheme = (grapheme: string, files: readonly FontFile[]): FontFile[] => {
  const points = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
  const whole = files.find(({ has }) => points.every(has))
  if (whole !== undefined) return [whole]
  return points.flatMap((point) => files.find(({ has }) => has(point)) ?? [])
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
