import { linkLimits } from '@answerable/contracts/links'
import { sourceKinds, sourceLimits } from '@answerable/contracts/source-details'
import { Field } from '../../ui/field.tsx'
import type { LinkDetails } from './link-details.ts'

type LinkFieldsProps = {
  details: LinkDetails
  problems: Readonly<Record<string, string>>
  /** Before the name of each field in `problems`. */
  prefix?: string
  isLocked?: boolean
  onChange: (details: LinkDetails) => void
}

/** The fields for what the author says about a link. */
export const LinkFields = ({
  details,
  problems,
  prefix = '',
  isLocked = false,
  onChange,
}: LinkFieldsProps) => {
  const text = (name: keyof LinkDetails, label: string, limit: number) => (
    <Field
      label={label}
      error={problems[`${prefix}${name}`]}
      length={{ used: details[name].length, limit }}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          type={name === 'archive' ? 'url' : 'text'}
          name={`${prefix}${name}`}
          readOnly={isLocked}
          value={details[name]}
          onChange={(event) => onChange({ ...details, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {text('title', 'Title (optional)', sourceLimits.title.max)}
      {text('publisher', 'Publisher (optional)', sourceLimits.publisher.max)}
      <Field label="Kind (optional)" error={problems[`${prefix}kind`]}>
        {(control) => (
          <select
            {...control}
            className="input select"
            name={`${prefix}kind`}
            value={details.kind}
            onChange={(event) => onChange({ ...details, kind: event.target.value })}
          >
            <option value="">Not given</option>
            {Object.entries(sourceKinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {text('shows', 'What it shows (optional)', sourceLimits.shows.max)}
      {text('archive', 'Address of an archived copy (optional)', linkLimits.address)}
    </>
  )
}
