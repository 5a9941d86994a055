import type { Matches } from '@answerable/contracts/search'

/** Text in which the words that matched are marked. */
export const MarkedText = ({ parts }: { parts: NonNullable<Matches[keyof Matches]> }) =>
  parts.map(({ text, marked }, at) => {
    const key = `${at} ${text}`
    return marked ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
