import type { CanvasKit, FontCollection, Paragraph, TypefaceFontProvider } from 'canvaskit-wasm'
import { graphemesOf } from './fonts.ts'

export type Tools = {
  kit: CanvasKit
  fonts: FontCollection
  loaded: TypefaceFontProvider
  families: string[]
}

export type TextLook = {
  size: number
  weight: number
  colour: string
  width: number
  lineHeight?: number
  /** Between letters, in pixels. */
  spacing?: number
}

/** With whole graphemes and an ellipsis, if it has more lines. */
export const shortened = (
  text: string,
  { lines, ...look }: TextLook & { lines: number },
  tools: Tools,
): Paragraph => {
  const whole = layOut(text, look, tools)
  if (whole.getNumberOfLines() <= lines) return whole
  whole.delete()
  const parts = graphemesOf(text)
  const cut = (length: number): string => `${atWordEnd(parts.slice(0, length).join(''))}…`
  let [fits, tooLong] = [0, parts.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    const paragraph = layOut(cut(middle), look, tools)
    if (paragraph.getNumberOfLines() <= lines) fits = middle
    else tooLong = middle
    paragraph.delete()
  }
  return layOut(cut(fits), look, tools)
}

/** Without the start of a last word, unless the word is long. */
const atWordEnd = (text: string): string =>
  text.replace(/\s+\S{0,12}$/u, '').replace(/[\s.,;:!?،。、]+$/u, '')

export const layOut = (
  text: string,
  look: TextLook,
  { kit, fonts, families }: Tools,
): Paragraph => {
  const { size, weight, colour, lineHeight = 1, spacing = 0, width } = look
  const isRightToLeft = rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')
  const style = new kit.ParagraphStyle({
    textAlign: kit.TextAlign.Start,
    textDirection: isRightToLeft ? kit.TextDirection.RTL : kit.TextDirection.LTR,
    textStyle: {
      color: kit.parseColorString(colour),
      fontFamilies: families,
      fontSize: size,
      fontVariations: [{ axis: 'wght', value: weight }],
      heightMultiplier: lineHeight,
      halfLeading: true,
      // Arabic letters join, which spacing would break.
      letterSpacing: joined.test(text) ? 0 : spacing,
    },
  })
  const builder = kit.ParagraphBuilder.MakeFromFontCollection(style, fonts)
  builder.addText(text)
  const paragraph = builder.build()
  paragraph.layout(width)
  builder.delete()
  return paragraph
}

const firstLetter = /\p{L}/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const joined = /[\p{Script=Arabic}\p{Script=Devanagari}]/u

/** Without symbols that no font has; null if it has such letters or nothing is left. */
export const drawable = (text: string, { kit, loaded, families }: Tools): string | null => {
  const style = new kit.ParagraphStyle({ textStyle: { fontFamilies: families } })
  // Not from the collection: it caches paragraphs, and a cached one reports no missing letters.
  const builder = kit.ParagraphBuilder.MakeFromFontProvider(style, loaded)
  builder.addText(text)
  const paragraph = builder.build()
  paragraph.layout(10_000)
  builder.delete()
  const missing = paragraph.unresolvedCodepoints().map((point) => String.fromCodePoint(point))
  paragraph.delete()
  if (missing.some((character) => /[\p{L}\p{N}\p{M}]/u.test(character))) return null
  const isMissing = (grapheme: string) => missing.some((character) => grapheme.includes(character))
  const left = graphemesOf(text)
    .filter((grapheme) => !isMissing(grapheme))
    .join('')
    .trim()
  return left === '' ? null : left
}
