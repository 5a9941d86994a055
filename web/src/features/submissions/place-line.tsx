import { pages } from '@answerable/contracts/pages'
import { categories, type Submission } from '@answerable/contracts/submissions'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { signed } from '../../ui/figures.ts'

/** Location, category, moderators' boost, and whether the votes are unusual. */
export const PlaceLine = ({
  submission,
  location,
}: {
  submission: Pick<Submission, 'location' | 'category' | 'superBoost' | 'unusualActivity'>
  /** With its matched words marked. */
  location?: ReactNode
}) => (
  <p className="place">
    <span className="wrap-anywhere">{location ?? submission.location}</span>{' '}
    {submission.category && <span>{categories[submission.category]}</span>}{' '}
    {submission.superBoost !== 0 && (
      <span>
        <Link className="link" to={pages.moderationLog}>
          {submission.superBoost > 0 ? 'Boosted' : 'Lowered'} by moderators:{' '}
          {signed(submission.superBoost)}
        </Link>
      </span>
    )}{' '}
    {submission.unusualActivity && (
      <span>
        <Link className="link" to={`${pages.howItWorks}#voting`}>
          unusual activity
        </Link>
      </span>
    )}
  </p>
)
