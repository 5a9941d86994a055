import { diffWordsWithSpace } from 'diff'

/** Texts that differ more are shown one after the other. */
const maxEdits = 1_000

/** A text with what was added and removed since the one before it. Without one before, the text. */
export const TextDifference = ({
  before,
  after,
}: {
  before: string | undefined
  after: string
}) => {
  if (before === undefined || before === after) return <p className="version-text">{after}</p>
  return (
    <p className="version-text">
      {partsOf(before, after).map((part, at) => {
        const key = `${at}`
        if (part.added) {
          return (
            <ins key={key}>
              <span className="sr-only">[added: </span>
              {part.value}
              <span className="sr-only">]</span>
            </ins>
          )
        }
        if (part.removed) {
          return (
            <del key={key}>
              <span className="sr-only">[removed: </span>
              {part.value}
              <span className="sr-only">]</span>
            </del>
          )
        }
        return <span key={key}>{part.value}</span>
      })}
    </p>
  )
}

type Part = { value: string; added?: boolean; removed?: boolean }

const partsOf = (before: string, after: string): readonly Part[] =>
  diffWordsWithSpace(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true },
    { value: after, added: true },
  ]
