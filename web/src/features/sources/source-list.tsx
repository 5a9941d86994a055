import { rowsIn } from '@answerable/contracts/source-details'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../session/current-user.ts'
import { Sources } from '../submissions/sources.tsx'
import { CheckedSources } from './checked-sources.tsx'
import { SourceLink } from './source-link.tsx'

type SourceListProps = { submission: Submission & { sources: string } }

/** The text of the sources, and a row for each of its links; only the rows if the text is nothing but links. */
export const SourceList = ({ submission }: SourceListProps) => {
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isShort = !isOnlyLinks(submission.sources)
  const addresses = rowsIn(submission.sources)
  return (
    <>
      {isShort && <Sources text={submission.sources} />}
      {addresses.length > 0 && (
        <CheckedSources
          submission={submission}
          isShort={isShort}
          isOwn={
            submission.approved && user != null && submission.author?.username === user.username
          }
          fallback={
            <ul className="source-list">
              {addresses.map((address) => (
                <li key={address}>
                  <SourceLink address={address} isShort={isShort} />
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}

/** Whether a text says nothing besides links that are rows. */
const isOnlyLinks = (text: string): boolean =>
  rowsIn(text).length === (text.match(/https?:\/\//gi)?.length ?? 0) &&
  text.replace(/https?:\/\/[^\s<>"']+/gi, '').replace(/[\s,;•*-]+/g, '') === ''
