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
import { EntryHead, type EntryHeadProps, type Heading } from './entry-head.tsx'
import { Fact } from './fact.tsx'

/** A request to administrators: its subject and its author, then its facts. */
const RequestEntry = ({ children, ...head }: EntryHeadProps) => (
  <>
    <EntryHead {...head} />
    <div className="review-facts">{children}</div>
  </>
)

const TextFact = ({ title, children }: { title: string; children: string }) => (
  <Fact title={title}>
    <p className="whitespace-pre-line wrap-anywhere">{children}</p>
  </Fact>
)

/** A suggested change of a business, with its reason and source. */
export const SuggestionFacts = ({
  suggestion: { business, kind, value, other, reason, source, author, createdAt },
  heading,
}: {
  suggestion: AdminSuggestion
  heading?: Heading
}) => (
  <RequestEntry
    heading={heading}
    to={businessPath(business.slug)}
    title={business.name}
    at={createdAt}
    by={author?.username}
  >
    <Fact title="Change">
      <p className="wrap-anywhere">
        {suggestionKinds[kind]}: <bdi className="font-semibold">{other?.name ?? value}</bdi>
      </p>
    </Fact>
    <TextFact title="Reason">{reason}</TextFact>
    {source !== null && (
      <Fact title="Source">
        <p className="wrap-anywhere">
          <LinkedText text={source} />
        </p>
      </Fact>
    )}
  </RequestEntry>
)

/** What a member has reported about a boycott, with its source. */
export const UpdateFacts = ({
  update: { submission, date, status, currentStatus, demand, text, source, reporter, createdAt },
  heading,
}: {
  update: AdminUpdate
  heading?: Heading
}) => (
  <RequestEntry
    heading={heading}
    to={boycottPath(submission.id)}
    title={submission.targetName}
    at={createdAt}
    by={reporter?.username}
  >
    <Fact title="Update">
      <p>
        <b>{status === null ? 'Something new' : updateStatuses[status]}</b>, {longDate(date)}.
        Status now: {statuses[currentStatus].toLowerCase()}.
      </p>
    </Fact>
    {demand !== null && <TextFact title="What would end it">{demand}</TextFact>}
    <TextFact title="Text">{text}</TextFact>
    <Fact title="Source">
      <p className="wrap-anywhere">
        <OutsideLink href={source}>{source}</OutsideLink>
      </p>
    </Fact>
  </RequestEntry>
)

/** A claim to speak for a business, with what an administrator has to compare. */
export const ClaimFacts = ({
  claim: { business, domain, method, username, websiteSince, provedAt, createdAt, state },
  heading,
}: {
  claim: AdminClaim
  heading?: Heading
}) => (
  <RequestEntry
    heading={heading}
    to={businessPath(business.slug)}
    title={business.name}
    at={createdAt}
    by={username ?? undefined}
  >
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
  </RequestEntry>
)
