import type { AdminSuggestion } from '@answerable/contracts/business-decisions'
import { suggestionKinds } from '@answerable/contracts/businesses'
import { type AdminClaim, claimMethods } from '@answerable/contracts/claims'
import { boycottPath, businessPath } from '@answerable/contracts/pages'
import { statuses } from '@answerable/contracts/submissions'
import type { AdminUpdate } from '@answerable/contracts/update-decisions'
import { updateStatuses } from '@answerable/contracts/updates'
import { LinkedText, OutsideLink } from '../../ui/linked-text.tsx'
import { longDate } from '../../ui/long-date.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EntryHead, type Heading } from './entry-head.tsx'
import { Fact } from './fact.tsx'

/** A suggested change of a business, with its reason and source. */
export const SuggestionFacts = ({
  suggestion: { business, kind, value, other, reason, source, author, createdAt },
  heading = 'h3',
}: {
  suggestion: AdminSuggestion
  heading?: Heading
}) => (
  <>
    <EntryHead
      heading={heading}
      to={businessPath(business.slug)}
      title={business.name}
      at={createdAt}
      by={author?.username}
    />
    <div className="review-facts">
      <Fact title="Change">
        <p className="wrap-anywhere">
          {suggestionKinds[kind]}: <bdi className="font-semibold">{other?.name ?? value}</bdi>
        </p>
      </Fact>
      <Fact title="Reason">
        <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      </Fact>
      {source !== null && (
        <Fact title="Source">
          <p className="wrap-anywhere">
            <LinkedText text={source} />
          </p>
        </Fact>
      )}
    </div>
  </>
)

/** What a member has reported about a boycott, with its source. */
export const UpdateFacts = ({
  update: { submission, date, status, currentStatus, demand, text, source, reporter, createdAt },
  heading = 'h3',
}: {
  update: AdminUpdate
  heading?: Heading
}) => (
  <>
    <EntryHead
      heading={heading}
      to={boycottPath(submission.id)}
      title={submission.targetName}
      at={createdAt}
      by={reporter?.username}
    />
    <div className="review-facts">
      <Fact title="Update">
        <p>
          <b>{status === null ? 'Something new' : updateStatuses[status]}</b>, {longDate(date)}.
          Status now: {statuses[currentStatus].toLowerCase()}.
        </p>
      </Fact>
      {demand !== null && (
        <Fact title="What would end it">
          <p className="whitespace-pre-line wrap-anywhere">{demand}</p>
        </Fact>
      )}
      <Fact title="Text">
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      </Fact>
      <Fact title="Source">
        <p className="wrap-anywhere">
          <OutsideLink href={source}>{source}</OutsideLink>
        </p>
      </Fact>
    </div>
  </>
)

/** A claim to speak for a business, with what an administrator has to compare. */
export const ClaimFacts = ({
  claim: { business, domain, method, username, websiteSince, provedAt, createdAt, state },
  heading = 'h3',
}: {
  claim: AdminClaim
  heading?: Heading
}) => (
  <>
    <EntryHead
      heading={heading}
      to={businessPath(business.slug)}
      title={business.name}
      at={createdAt}
      by={username ?? undefined}
    />
    <div className="review-facts">
      <Fact title="Website">
        <p className="wrap-anywhere">
          <OutsideLink href={`https://${domain}`}>{domain}</OutsideLink>
          {websiteSince !== null && (
            <>
              , set <RelativeTime at={websiteSince} />
            </>
          )}
        </p>
        {state === 'ended' && <p>The website of the business has changed.</p>}
      </Fact>
      <Fact title="Proof">
        <p>
          {claimMethods[method]}
          {provedAt !== null && (
            <>
              , <RelativeTime at={provedAt} />
            </>
          )}
        </p>
      </Fact>
    </div>
  </>
)
