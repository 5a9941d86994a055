import type { Reply } from '@answerable/contracts/responses'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ResponseEditor } from './response-editor.tsx'

type RespondProps = { reply: Reply; submissionId: string }

/** For members who have proved to speak for the business: a button that opens the editor. */
export const Respond = ({ reply: { business, verifiedDomain }, submissionId }: RespondProps) => (
  <div className="respond">
    <p>
      You speak for <bdi className="font-semibold">{business.name}</bdi>
      {verifiedDomain !== null && ` (${verifiedDomain})`}. Your response appears above the comments,
      under the name of the business. Your own name is not shown.
    </p>
    <Disclosure
      button="Write a response"
      buttonClass="button-primary mt-3"
      panelClass="response-panel"
    >
      {(close) => (
        <ResponseEditor
          submissionId={submissionId}
          business={business}
          response={null}
          onClose={close}
        />
      )}
    </Disclosure>
  </div>
)
