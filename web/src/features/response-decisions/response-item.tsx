import { reasonCodes } from '@answerable/contracts/decisions'
import { flagReasons } from '@answerable/contracts/flags'
import { boycottPath } from '@answerable/contracts/pages'
import type { ReviewedResponse } from '@answerable/contracts/response-decisions'
import { Link } from 'react-router-dom'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ApproveOrRemove } from '../decisions/approve-or-remove.tsx'
import { decisionWords } from '../decisions/decision-words.ts'
import { useDecideOnResponse } from './response-decisions.ts'

type ResponseItemProps = { response: ReviewedResponse; onDecided: () => void }

/** An official response with its flags and earlier decisions, and the buttons to decide. */
export const ResponseItem = ({ response, onDecided }: ResponseItemProps) => {
  const { business, domain, submission, author, createdAt, content, sources, flags } = response
  const decide = useDecideOnResponse(response, onDecided)
  return (
    <li className="record wrap-anywhere">
      <h2 className="subheading">
        <bdi>{business.name}</bdi>, {domain}
      </h2>
      <p className="quiet">
        To{' '}
        <Link className="link" to={`${boycottPath(submission.id)}#response`}>
          <bdi>{submission.targetName}</bdi>
        </Link>
        , <RelativeTime at={createdAt} />, written by {author?.username ?? 'Unknown'}
      </p>
      <div className="prose-text mt-2">
        <Markdown text={content} />
      </div>
      {sources !== null && <p className="whitespace-pre-line">Sources: {sources}</p>}
      {flags.map((flag) => (
        <p key={flag.id} className="mt-2">
          <b className="font-semibold">Flag</b>
          {flag.reasonCode !== null && `, ${flagReasons[flag.reasonCode]}`}:{' '}
          <bdi>{flag.reason}</bdi>{' '}
          <span className="quiet">
            <RelativeTime at={flag.createdAt} />
          </span>
          {flag.flaggedText !== content && (
            <span className="quiet"> The text was changed since.</span>
          )}
        </p>
      ))}
      {response.decisions.map((decision) => (
        <p key={decision.decisionId} className="quiet mt-2">
          {decisionWords(decision)} <RelativeTime at={decision.decidedAt} /> by{' '}
          {decision.moderator.username}
          {decision.reasonCode !== null && `: ${reasonCodes[decision.reasonCode]}`}
          {decision.note !== null && (
            <>
              . <bdi>{decision.note}</bdi>
            </>
          )}
        </p>
      ))}
      <ApproveOrRemove
        name={`the response of ${business.name}`}
        mayApprove={response.state === 'removed' || response.flagCount > 0}
        mayRemove={response.state === 'shown'}
        decide={decide}
      />
    </li>
  )
}
