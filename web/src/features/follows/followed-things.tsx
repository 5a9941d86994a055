import type { Follow } from '@answerable/contracts/follows'
import { pages } from '@answerable/contracts/pages'
import { pageSize } from '@answerable/contracts/paging'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ListStates } from '../../ui/list-states.tsx'
import { NewerOlder } from '../../ui/newer-older.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AutomaticFollows } from './automatic-follows.tsx'
import { followAddress, followKindLabels, followName } from './follow-words.ts'
import { followQueries, useFollow } from './follows.ts'

/** What the member follows, newest first, each with a button to stop. */
export const FollowedThings = () => {
  const [page, setPage] = useState(1)
  const list = useQuery(followQueries.list(page))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="settings-section" aria-labelledby="following">
      <h2 id="following" ref={heading} tabIndex={-1} className="settings-title">
        Following
      </h2>
      <AutomaticFollows />
      <ListStates
        what="what you follow"
        list={list}
        empty={
          <p className="text-soft">
            {page === 1 ? (
              <>
                Nothing yet. Press Follow on a boycott, a{' '}
                <Link className="link" to={pages.businesses}>
                  business
                </Link>
                , a{' '}
                <Link className="link" to={pages.places}>
                  country
                </Link>
                , a filtered list or a search, and you will be notified when there is something new.
              </>
            ) : (
              'Nothing more.'
            )}
          </p>
        }
      >
        {(rows) => (
          <ul className="settings-sessions" aria-busy={list.isPlaceholderData}>
            {rows.map((follow) => (
              <FollowedThing
                key={`${follow.kind} ${follow.key}`}
                follow={follow}
                heading={heading}
              />
            ))}
          </ul>
        )}
      </ListStates>
      <NewerOlder
        page={page}
        hasOlder={page * pageSize < (list.data?.total ?? 0)}
        isWaiting={list.isPlaceholderData}
        onChange={setPage}
      />
    </section>
  )
}

type FollowedThingProps = { follow: Follow; heading: RefObject<HTMLElement | null> }

const FollowedThing = ({ follow, heading }: FollowedThingProps) => {
  const { kind, key, automatic, createdAt } = follow
  const change = useFollow({ kind, key })
  const address = followAddress(follow)
  const name = followName(follow)
  return (
    <li>
      <div className="min-w-0">
        <p>
          {address === null ? (
            <span className="text-soft">{name}</span>
          ) : (
            <Link className="link name" to={address}>
              {name}
            </Link>
          )}
        </p>
        <p className="text-sm text-soft">
          {followKindLabels[kind]} · followed <RelativeTime at={createdAt} />
          {automatic && ', because you wrote about it or joined it'}
        </p>
      </div>
      <button
        type="button"
        className="button-secondary"
        disabled={change.isPending}
        onClick={() =>
          change.mutate(false, {
            // The pressed button disappears and would lose the focus.
            onSuccess: () => heading.current?.focus(),
          })
        }
      >
        Unfollow <span className="sr-only">{name}</span>
      </button>
    </li>
  )
}
