import type { Matches } from '@answerable/contracts/search'
import { fold } from './fold.ts'
import type { SearchedWords, Word } from './words.ts'

type MatchedText = NonNullable<Matches['name']>

/** A folded word to mark, and whether it may continue. */
export type MarkedWord = { word: string; isPrefix: boolean }

/** UTF-16 code units of the original text. */
type Range = { from: number; to: number }

const excerptLength = 200
/** Context before the first match of an excerpt. */
const lead = 60

/** Letters, digits and the marks between them; `h&m` and `l'usine` also match as one word. */
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-.'’&+][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const joints = /[-.'’&+]/g

/** Scripts without spaces, and Hangul: words are found anywhere. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u

/** The words to mark in results. */
export const wordsToMark = ({ required }: SearchedWords): MarkedWord[] =>
  required.flatMap(({ term, words }): MarkedWord[] => {
    const [first] = words
    if (first !== undefined && unspaced.test(first.text))
      return [{ word: runOf(words), isPrefix: true }]
    const last = words.length - 1
    const parts = words.map(({ text }, at) => ({
      word: text,
      isPrefix: term.isPrefix && at === last,
    }))
    const whole = { word: words.map(({ text }) => text).join(''), isPrefix: term.isPrefix }
    return parts.length === 1 ? parts : [...parts, whole]
  })

/** The run of characters that was split into overlapping pairs. */
const runOf = (words: readonly Word[]): string =>
  words.map(({ text }, at) => (at === 0 ? text : [...text].slice(1).join(''))).join('')

/** The whole text with its matches marked; undefined if nothing matches. */
export const markMatches = (
  text: string,
  marked: readonly MarkedWord[],
): MatchedText | undefined => {
  const ranges = findRanges(text, marked)
  return ranges.length === 0 ? undefined : split(text, ranges, { from: 0, to: text.length })
}

/** An excerpt around the first match; undefined if nothing matches. */
export const markExcerpt = (
  text: string,
  marked: readonly MarkedWord[],
): MatchedText | undefined => {
  const ranges = findRanges(text, marked)
  const [first] = ranges
  if (first === undefined) return undefined
  const from = first.from <= lead ? 0 : startOfWord(text, first.from - lead)
  const to = Math.min(text.length, Math.max(from + excerptLength, first.to))
  const end = to === text.length ? to : endOfWord(text, to, first.to)
  const parts = split(text, ranges, { from, to: end })
  if (from > 0) parts.unshift({ text: '… ', marked: false })
  if (end < text.length) parts.push({ text: ' …', marked: false })
  return parts
}

/** Sorted, without overlaps. */
const findRanges = (text: string, marked: readonly MarkedWord[]): Range[] => {
  if (marked.length === 0) return []
  const folded = fold(text)
  const found: Range[] = []
  const add = (from: number, to: number): void => {
    const last = folded.originOf(to - 1)
    const length = String.fromCodePoint(text.codePointAt(last) ?? 0).length
    found.push({ from: folded.originOf(from), to: last + length })
  }
  const anywhere = marked.filter(({ word }) => unspaced.test(word))
  for (const { word } of anywhere) {
    for (let at = folded.text.indexOf(word); at !== -1; at = folded.text.indexOf(word, at + 1))
      add(at, at + word.length)
  }
  const whole = marked.filter(({ word }) => !unspaced.test(word))
  const isMarked = (word: string): boolean =>
    whole.some((one) => (one.isPrefix ? word.startsWith(one.word) : word === one.word))
  for (const { 0: chunk, index } of folded.text.matchAll(words)) {
    if (joints.test(chunk) && isMarked(chunk.replace(joints, ''))) {
      add(index, index + chunk.length)
      continue
    }
    let at = index
    for (const part of chunk.split(joints)) {
      if (isMarked(part)) add(at, at + part.length)
      at += part.length + 1
    }
  }
  return merge(found)
}

const merge = (found: readonly Range[]): Range[] => {
  const merged: Range[] = []
  for (const range of found.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else merged.push({ ...range })
  }
  return merged
}

const split = (text: string, ranges: readonly Range[], within: Range): MatchedText => {
  const parts: MatchedText = []
  let at = within.from
  const push = (to: number, marked: boolean): void => {
    if (to > at) parts.push({ text: text.slice(at, to), marked })
    at = Math.max(at, to)
  }
  for (const { from, to } of ranges) {
    if (from < within.from || to > within.to) continue
    push(from, false)
    push(to, true)
  }
  push(within.to, false)
  return parts
}

const startOfWord = (text: string, at: number): number => {
  const space = text.slice(at, at + lead / 2).search(/\s/)
  return startOfCharacter(text, space === -1 ? at : at + space + 1)
}

const endOfWord = (text: string, at: number, min: number): number => {
  const space = text.slice(0, at).search(/\s\S*$/)
  return startOfCharacter(text, space > min ? space : at)
}

const startOfCharacter = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
