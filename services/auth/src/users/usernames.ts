import { randomInt } from 'node:crypto'
import { adjectives, animals } from './words.ts'

/** A name to begin with, such as brave-otter-4821: of chance alone, never of the mail address. */
export const newUsername = (random: (below: number) => number = randomInt): string =>
  [pick(adjectives, random), pick(animals, random), 1_000 + random(9_000)].join('-')

const pick = (words: readonly string[], random: (below: number) => number): string =>
  words[random(words.length)] ?? ''
