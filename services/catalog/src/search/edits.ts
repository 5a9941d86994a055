/** The letters that may be missing or wrong, by script. */
const alphabets: readonly { script: RegExp; letters: string }[] = [
  { script: /\p{Script=Latin}/u, letters: 'abcdefghijklmnopqrstuvwxyz' },
  { script: /\p{Script=Cyrillic}/u, letters: 'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґј' },
  { script: /\p{Script=Greek}/u, letters: 'αβγδεζηθικλμνξοπρστυφχψω' },
  { script: /\p{Script=Arabic}/u, letters: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي' },
  { script: /\p{Script=Hebrew}/u, letters: 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ' },
]

const maxLength = 20

const lettersOf = (word: string): string =>
  alphabets.find(({ script }) => script.test(word))?.letters ?? ''

/** Whether `nearMisses` knows the letters that may be missing or wrong. */
export const hasAlphabet = (word: string): boolean => lettersOf(word) !== ''

/** All words one letter away: a letter is missing, added, replaced, or swapped with the next one. */
export const nearMisses = (word: string): string[] => {
  const characters = [...word].slice(0, maxLength)
  const letters = lettersOf(word)
  const found = new Set<string>()
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters.slice(0, at).join('')
    const after = characters.slice(at)
    const [first, second, ...rest] = after
    const end = after.join('')
    for (const letter of letters) found.add(before + letter + end)
    if (first === undefined) continue
    const behind = after.slice(1).join('')
    found.add(before + behind)
    for (const letter of letters) found.add(before + letter + behind)
    if (second !== undefined) found.add(`${before}${second}${first}${rest.join('')}`)
  }
  found.delete(word)
  return [...found]
}

/** Letters to add, remove, replace or swap with the next one (optimal string alignment). */
export const editDistance = (one: string, other: string): number => {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
