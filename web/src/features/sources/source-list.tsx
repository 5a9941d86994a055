import { rowsIn } from '@answerable/contracts/source-details'
import type { Submission } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useHydrated } from '../../platform/hydrated.tsx'
import { sessionQueries } from '../../session/current-user.ts'
import { Sources } from '../submissions/sources.tsx'
import { SourceLink } from './source-link.tsx'

const CheckedSources = lazy(async () => ({
  default: (await import('./checked-sources.tsx')).CheckedSources,
}))

type SourceListProps = { submission: Submission & { sources: string } }

/**
 * The text of the sources, and a row for each of its links; only the rows if the text is nothing but links. What is
 * known about the links is loaded after the page.
 */
export const SourceList = ({ submission }: SourceListProps) => {
  const isHydrated = useHydrated()
  // A lazy part would request the user again after a failure.
  const { data: user } = useQuery(sessionQueries.currentUser())
  const isShort = !isOnlyLinks(submission.sources)
  const addresses = rowsIn(submission.sources)
  const plain = (
    <ul className="source-list">
      {addresses.map((address) => (
        <li key={address}>
          <SourceLink address={address} isShort={isShort} />
          <p className="source-facts" aria-hidden="true">
            {'\u00a0'}
          </p>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {isShort && <Sources text={submission.sources} />}
      {addresses.length > 0 &&
        (isHydrated ? (
          <Suspense fallback={plain}>
            <CheckedSources
              submission={submission}
              isShort={isShort}
              isOwn={
                submission.approved && user != null && submission.author?.username === user.username
              }
              fallback={plain}
            />
          </Suspense>
        ) : (
          plain
        ))}
    </>
  )
}

/** Whether a text says nothing besides links that are rows. */
const isOnlyLinks = (text: string): boolean =>
  rowsIn(text).length === (text.match(/https?:\/\//gi)?.length ?? 0) &&
  text.replace(/https?:\/\/[^\s<>"']+/gi, '').replace(/[\s,;•*-]+/g, '') === ''
