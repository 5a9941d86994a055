/**
 * Scripts in which a joiner (U+200D) or non-joiner (U+200C) changes the shape of letters: the Arabic family
 * and those of India and its neighbours.
 */
const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Tibetan',
  'Khmer',
  'Myanmar',
  'Balinese',
  'Javanese',
]
/** Scripts without spaces, in which U+200B marks possible line breaks. */
const unspacedScripts = ['Thai', 'Lao', 'Khmer', 'Myanmar']

const lettersOf = (scripts: readonly string[]): string =>
  `[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`

const joining = lettersOf(joiningScripts)
const unspaced = lettersOf(unspacedScripts)
const emoji = String.raw`\p{Extended_Pictographic}`
const flagLetter = String.raw`[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]`

/** The contexts in which an invisible character is part of the text. */
const needed = [
  String.raw`(?<=${emoji}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=${emoji})`,
  String.raw`(?<=${joining})\u200D`,
  String.raw`(?<=${joining})\u200C(?=${joining})`,
  String.raw`(?<=${unspaced})\u200B(?=${unspaced})`,
  String.raw`(?<=${emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[#*0-9])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  // Syllables of Old Korean that lack a first or a middle letter.
  String.raw`\u115F(?=[\u1161-\u11A7])`,
  String.raw`(?<=[\u1100-\u115E])\u1160`,
  // Flags of regions: a black flag, tag letters and the end tag.
  String.raw`(?<=\u{1F3F4}${flagLetter}{0,5})${flagLetter}(?=${flagLetter}{0,5}\u{E007F})`,
  String.raw`(?<=\u{1F3F4}${flagLetter}{1,6})\u{E007F}`,
].join('|')

const deceptive = new RegExp(
  String.raw`(?!${needed})[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
  'gu',
)

/**
 * Removes invisible characters, except where a script or an emoji needs them. Otherwise two texts could
 * look alike and differ, a search could miss a word, or the direction of the following text could change.
 */
export const withoutInvisible = (text: string): string => text.replace(deceptive, '')
