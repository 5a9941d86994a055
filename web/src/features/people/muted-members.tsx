import type { Mute } from '@answerable/contracts/mutes'
import { personPath } from '@answerable/contracts/pages'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'react-router-dom'
import { mutesQuery } from '../../session/mutes.ts'
import { ListStates } from '../../ui/list-states.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useMute } from './people.ts'

/** The members whom the user has muted, each with a button to end it. */
export const MutedMembers = () => {
  const { data, ...mutes } = useQuery(mutesQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="settings-section" aria-labelledby="muted">
      <h2 id="muted" ref={heading} tabIndex={-1} className="settings-title">
        Muted members
      </h2>
      <ListStates
        what="the muted members"
        list={{ ...mutes, data: data && { rows: data, total: data.length } }}
        empty={
          <p className="text-soft">
            None. You can mute a member on their page: their comments are collapsed for you, and
            their replies and mentions do not notify you.
          </p>
        }
      >
        {(rows) => (
          <ul className="settings-sessions">
            {rows.map((mute) => (
              <MutedMember key={mute.username} mute={mute} heading={heading} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  )
}

type MutedMemberProps = { mute: Mute; heading: RefObject<HTMLElement | null> }

const MutedMember = ({ mute: { username, mutedAt }, heading }: MutedMemberProps) => {
  const change = useMute(username)
  return (
    <li>
      <div className="min-w-0">
        <p>
          <Link className="link name" to={personPath(username)}>
            {username}
          </Link>
        </p>
        <p className="text-sm text-soft">
          Muted <RelativeTime at={mutedAt} />
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
        Unmute <span className="sr-only">{username}</span>
      </button>
    </li>
  )
}
