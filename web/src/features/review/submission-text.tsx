import { useState } from 'react'
import { Sources } from '../submissions/sources.tsx'

type SubmissionTextProps = {
  text: { reasons: string; sources: string | null; demand?: string | null }
}

const longFrom = { characters: 420, lines: 6 }

/** Text of a submission; a long one is collapsed. */
export const SubmissionText = ({ text: { reasons, sources, demand } }: SubmissionTextProps) => {
  const [isWhole, setWhole] = useState(false)
  const isLong = reasons.length > longFrom.characters || reasons.split('\n').length > longFrom.lines
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere" data-cut={(isLong && !isWhole) || undefined}>
        {reasons}
      </p>
      {isLong && !isWhole && (
        <button type="button" className="button-inline" onClick={() => setWhole(true)}>
          Show full text
        </button>
      )}
      {demand && (
        <p className="mt-2 whitespace-pre-line wrap-anywhere">What would end it: {demand}</p>
      )}
      {sources && (
        <div className="mt-2 text-sm">
          <Sources text={sources} />
        </div>
      )}
    </>
  )
}
