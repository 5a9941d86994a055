import { noticeLimits, noticeReasons } from '@answerable/contracts/notices'
import { Field } from '../../ui/field.tsx'

/** The fields of a notice as typed; `what` has one address on each line. */
export type NoticeText = {
  what: string
  reasonCode: string
  why: string
  who: string
  email: string
}

type NoticeFieldsProps = {
  fields: NoticeText
  problems: Readonly<Record<string, string>>
  /** Whether name and address may be missing. */
  isAnonymous: boolean
  /** Text typed while the form is being sent would be lost. */
  isLocked: boolean
  onChange: (changed: Partial<NoticeText>) => void
}

export const NoticeFields = (props: NoticeFieldsProps) => (
  <>
    <ContentFields {...props} />
    <NotifierFields {...props} />
  </>
)

const ContentFields = ({ fields, problems, isLocked, onChange }: NoticeFieldsProps) => (
  <>
    <Field
      label="Where is it?"
      hint={`The address of each boycott, comment, response, alternative, update, business or person on this site, one on each line. At most ${noticeLimits.addresses}.`}
      error={problems.what}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          name="what"
          rows={2}
          required
          spellCheck={false}
          readOnly={isLocked}
          value={fields.what}
          onChange={(event) => onChange({ what: event.target.value })}
        />
      )}
    </Field>
    <Field label="What is wrong with it?" error={problems.reasonCode}>
      {(control) => (
        <select
          {...control}
          className="input select"
          name="reasonCode"
          required
          value={fields.reasonCode}
          onChange={(event) => onChange({ reasonCode: event.target.value })}
        >
          <option value="">Choose a reason</option>
          {Object.entries(noticeReasons).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field
      label="Explanation"
      hint="What exactly is unlawful or false, and why? Name the law, a court decision or other evidence if you can."
      error={problems.why}
      length={{ used: fields.why.length, limit: noticeLimits.why.max }}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          name="why"
          rows={6}
          required
          readOnly={isLocked}
          value={fields.why}
          onChange={(event) => onChange({ why: event.target.value })}
        />
      )}
    </Field>
  </>
)

const NotifierFields = ({
  fields,
  problems,
  isAnonymous,
  isLocked,
  onChange,
}: NoticeFieldsProps) => (
  <>
    <Field
      label={isAnonymous ? 'Your name (optional)' : 'Your name'}
      hint="Your name or that of your organization. Only administrators see it."
      error={problems.who}
      length={{ used: fields.who.length, limit: noticeLimits.who.max }}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          name="who"
          autoComplete="name"
          required={!isAnonymous}
          readOnly={isLocked}
          value={fields.who}
          onChange={(event) => onChange({ who: event.target.value })}
        />
      )}
    </Field>
    <Field
      label={isAnonymous ? 'Your email (optional)' : 'Your email'}
      hint={
        isAnonymous
          ? 'For the receipt and the decision. Without an address, we cannot send them.'
          : 'For the receipt and the decision. Nobody else sees it, not even the administrators.'
      }
      error={problems.email}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required={!isAnonymous}
          readOnly={isLocked}
          value={fields.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
    </Field>
  </>
)
