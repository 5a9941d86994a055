import type { BusinessDetail } from '@answerable/contracts/businesses'
import { boycottPath } from '@answerable/contracts/pages'
import { withoutMarks } from '@answerable/contracts/without-marks'
import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { responseAnchor } from './responses.ts'

/** The official responses of a business, newest first. Nothing without any. */
export const BusinessResponses = ({
  business: { responses },
}: {
  business: Pick<BusinessDetail, 'responses'>
}) =>
  responses.length > 0 && (
    <section aria-labelledby="responses">
      <h2 id="responses" className="section-title">
        Official responses
      </h2>
      <ul className="business-responses">
        {responses.map(({ id, submission, excerpt, createdAt }) => (
          <li key={id}>
            <Link className="link" to={`${boycottPath(submission.id)}#${responseAnchor(id)}`}>
              <bdi>{submission.targetName}</bdi>
            </Link>{' '}
            <span className="text-sm text-soft">
              <RelativeTime at={createdAt} />
            </span>
            <p>
              <bdi>{withoutMarks(excerpt)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
