/** A text as it is compared, and the index in the original of each of its UTF-16 code units. */
export type FoldedText = { text: string; originOf: (at: number) => number }

/** Letters that are not a base letter with marks, as in the rules of PostgreSQL's `unaccent`. */
const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}

/** The marks that search_fold in migrations/0011_search.sql removes. */
const marks =
  /[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F]/gu

/** Folds one character, so that its origin stays known. */
const foldCharacter = (character: string): string => {
  const bare = character.normalize('NFKD').toLowerCase().replace(marks, '').normalize('NFC')
  return special[bare] ?? bare
}

const ascii = /^[\0-\x7F]*$/

/** Folds a text as search_fold does. Only marks in results depend on it. */
export const fold = (text: string): FoldedText => {
  if (ascii.test(text)) return { text: text.toLowerCase(), originOf: (at) => at }
  const origins: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const piece = ascii.test(character) ? character.toLowerCase() : foldCharacter(character)
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(at)
    folded += piece
    at += character.length
  }
  return { text: folded, originOf: (at) => origins[at] ?? 0 }
}
