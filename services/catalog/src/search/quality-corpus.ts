import { type Language, latinLanguages } from './quality-languages.ts'
import { otherScripts } from './quality-scripts.ts'

export type Entry = {
  targetName: string
  location: string
  category: string
  reasons: string
}

/** 10,000 submissions in 18 languages. The same every time. */
export const generatedEntries = (): Entry[] => {
  const pick = picker(20_260_401)
  return [...latinLanguages, ...otherScripts].flatMap((language) =>
    Array.from({ length: language.count }, () => entryIn(language, pick)),
  )
}

type Pick = <T>(from: readonly T[]) => T

const categories = ['business', 'brand', 'service', 'food-beverage', 'technology', 'product']

const entryIn = (language: Language, pick: Pick): Entry => ({
  targetName: nameIn(language, pick),
  location: pick(language.places),
  category: pick(categories),
  reasons: `${sentenceIn(language, pick)}${sentenceIn(language, pick)}`.trim(),
})

/** Every second name has a legal form, and some Latin names have two stems. */
const nameIn = (language: Language, pick: Pick): string => {
  const form = pick([true, false]) ? pick(language.forms) : ''
  const partner =
    language.pattern === 'S T F' && pick([...'abcdef']) === 'a' ? pick(language.stems) : ''
  const parts: Readonly<Record<string, string>> = {
    S: partner === '' ? pick(language.stems) : `${pick(language.stems)} & ${partner}`,
    T: pick(language.trades),
    F: form,
  }
  return [...language.pattern]
    .map((letter) => parts[letter] ?? letter)
    .join('')
    .trim()
}

const sentenceIn = ({ sentences, gap, end }: Language, pick: Pick): string =>
  `${sentences.map((list) => pick(list)).join(gap)}${end}`

/** Picks by Tommy Ettinger's mulberry32. */
const picker = (seed: number): Pick => {
  let state = seed
  return <T>(from: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return from[Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * from.length)] as T
  }
}
