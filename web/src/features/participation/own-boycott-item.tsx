import { boycottPath, businessPath } from '@answerable/contracts/pages'
import type { OwnBoycott } from '@answerable/contracts/participation'
import { statuses } from '@answerable/contracts/submissions'
import { Fragment, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { takingPart } from '../../ui/figures.ts'
import type { FoundName } from './find-name.ts'
import { shownJoin, useJoins } from './joins.tsx'

type OwnBoycottItemProps = {
  boycott: OwnBoycott
  /** The name that was searched for; null without a search. */
  found: FoundName | null
  /** Without a connection nothing can be left. */
  canLeave: boolean
  onLeave: () => void
}

/** A boycott of the member's list, with the names to look for. */
export const OwnBoycottItem = ({ boycott, found, canLeave, onLeave }: OwnBoycottItemProps) => {
  const { submission, joinedAt, aliases, owned } = boycott
  const { id, targetName, location, business, status } = submission
  const joins = useJoins()
  const readEntry = () => joins.entry(id)
  const entry = useSyncExternalStore(joins.subscribe, readEntry, readEntry)
  const { participantCount, ownParticipation } = shownJoin(submission, entry)
  const press = () => {
    if (ownParticipation) onLeave()
    joins.set(id, !ownParticipation)
  }
  return (
    <li className="own-boycott">
      <div className="min-w-0">
        <h2 className="row-target">
          <Link to={boycottPath(id)}>{targetName}</Link>
        </h2>
        <p className="place">
          {business.name !== targetName && (
            <span>
              <Link className="quiet-link" to={businessPath(business.slug)}>
                {business.name}
              </Link>
            </span>
          )}{' '}
          <span>{location}</span>{' '}
          {status !== 'proposed' && <span className="own-status">{statuses[status]}</span>}{' '}
          {participantCount > 0 && <span>{takingPart(participantCount)}</span>}{' '}
          <span>{ownParticipation ? `joined on ${dateOf(joinedAt)}` : 'left'}</span>
        </p>
        {found !== null && found.ownedBy !== null && (
          <p className="own-found">
            <b>{found.name}</b> belongs to {found.ownedBy}
          </p>
        )}
        <Names label="Also called" names={aliases} />
        <Names
          label="Includes"
          names={owned.map(({ name, aliases: others }) =>
            others.length === 0 ? name : `${name} (${others.join(', ')})`,
          )}
        />
      </div>
      {canLeave && (
        <button type="button" className="button-secondary" onClick={press}>
          {ownParticipation ? 'Leave' : 'Join again'}{' '}
          <span className="sr-only">the boycott of {targetName}</span>
        </button>
      )}
    </li>
  )
}

const dateOf = (time: string): string =>
  new Date(time).toLocaleDateString('en', { dateStyle: 'medium' })

const Names = ({ label, names }: { label: string; names: readonly string[] }) =>
  names.length > 0 && (
    <p className="own-names">
      {label}{' '}
      {names.map((name, at) => (
        <Fragment key={name}>
          <bdi>{name}</bdi>
          {at < names.length - 1 && ', '}
        </Fragment>
      ))}
    </p>
  )
