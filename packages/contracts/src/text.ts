import * as z from 'zod/mini'
import { withoutInvisible } from './invisible.ts'

/** PostgreSQL cannot store NUL, and a lone surrogate is not text: neither is accepted. */
const isWellFormed = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000')

const controlsButNewlines = /[\u0001-\u0009\u000b-\u001f\u007f-\u009f]/g
/** Hangul fillers are letters and the empty Braille cell is a symbol, but they are invisible. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

const cleanLines = (value: string): string =>
  withoutInvisible(
    value
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      .replaceAll('\t', ' ')
      .replace(controlsButNewlines, ''),
  )
    .normalize('NFC')
    .trim()

/** One line without what `line` removes. */
export const cleanLine = (value: string): string => cleanLines(value).replace(/\s+/g, ' ')

const textSchema = (clean: (value: string) => string, bounds: { min: number; max: number }) =>
  z.string().check(
    z.refine(isWellFormed, {
      error: 'This contains characters that cannot be stored.',
      abort: true,
    }),
    z.overwrite(clean),
    ...(bounds.min === 0
      ? []
      : [z.regex(visible, { error: 'This field is required.', abort: true })]),
    z.maxLength(bounds.max, { error: `Please use at most ${bounds.max} characters.` }),
  )

/**
 * One line of text: NFC, trimmed, with white space folded, without control characters and without invisible
 * characters that no script or emoji needs. Lengths are in UTF-16 code units.
 */
export const line = (bounds: { min: number; max: number }) => textSchema(cleanLine, bounds)

/** Several lines of text: the same, with `\n` as line end. */
export const lines = (bounds: { min: number; max: number }) => textSchema(cleanLines, bounds)

/** The first characters, up to this many UTF-16 code units; never splits a surrogate pair. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
