import { categories, type Submission } from '@answerable/contracts/submissions'

/** Where and what: location, category, and whether an administrator has moved it. */
export const PlaceLine = ({
  submission,
}: {
  submission: Pick<Submission, 'location' | 'category' | 'superBoost'>
}) => (
  <p className="place">
    <span className="wrap-anywhere">{submission.location}</span>{' '}
    {submission.category && <span>{categories[submission.category]}</span>}{' '}
    {submission.superBoost !== 0 && (
      <span>{submission.superBoost > 0 ? 'Boosted by an admin' : 'Lowered by an admin'}</span>
    )}
  </p>
)
