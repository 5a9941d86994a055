import { categories, submissionLimits } from '@answerable/contracts/submissions'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { MarkdownPreview } from '../../ui/markdown/markdown-preview.tsx'
import { BusinessField } from './business-field.tsx'
import { LocationField } from './location-field.tsx'
import { NewLinkDetails } from './new-link-details.tsx'
import { SourcesPreview } from './sources-preview.tsx'

/** The fields of a submission as typed. */
export type SubmissionText = {
  targetName: string
  /** The business chosen for this name; empty if none was. */
  businessId: string
  location: string
  /** The place chosen for this location; empty if none was. */
  placeId: string
  category: string
  reasons: string
  sources: string
  /** The details of its links, as `withDetails` returns them. */
  sourceDetails: string
  demand: string
}

type SubmissionFieldsProps = {
  fields: SubmissionText
  problems: Readonly<Record<string, string>>
  /** Text typed while the form is being sent would be lost. */
  isLocked: boolean
  /** Below the name. */
  similar: ReactNode
  onChange: (changed: Partial<SubmissionText>) => void
}

export const SubmissionFields = ({
  fields,
  problems,
  isLocked,
  similar,
  onChange,
}: SubmissionFieldsProps) => (
  <>
    <Field
      label="Target name"
      hint="The business, product, service, brand, organization or platform."
      error={problems.targetName}
      length={{ used: fields.targetName.length, limit: submissionLimits.targetName.max }}
    >
      {(control) => (
        <BusinessField
          control={control}
          name="targetName"
          value={fields.targetName}
          isLocked={isLocked}
          onType={(targetName) => onChange({ targetName, businessId: '' })}
          onChoose={({ id, name }) => onChange({ targetName: name, businessId: id })}
        />
      )}
    </Field>
    {similar}
    <DetailFields fields={fields} problems={problems} isLocked={isLocked} onChange={onChange} />
    <NewLinkDetails
      text={fields.sources}
      value={fields.sourceDetails}
      problems={problems}
      isLocked={isLocked}
      onChange={(sourceDetails) => onChange({ sourceDetails })}
    />
  </>
)

/** The fields that the author can change later. */
type SubmissionDetails = Omit<SubmissionText, 'targetName' | 'businessId' | 'sourceDetails'>

type DetailFieldsProps = {
  fields: SubmissionDetails
  problems: Readonly<Record<string, string>>
  isLocked: boolean
  onChange: (changed: Partial<SubmissionDetails>) => void
}

export const DetailFields = ({ fields, problems, isLocked, onChange }: DetailFieldsProps) => (
  <>
    <Field
      label="Location"
      hint="City and country, or Worldwide."
      error={problems.location}
      length={{ used: fields.location.length, limit: submissionLimits.location.max }}
    >
      {(control) => (
        <LocationField
          control={control}
          value={fields.location}
          isLocked={isLocked}
          onType={(location) => onChange({ location, placeId: '' })}
          onChoose={({ id, label }) => onChange({ location: label, placeId: id })}
        />
      )}
    </Field>
    <Field label="Category (optional)" error={problems.category}>
      {(control) => (
        <select
          {...control}
          className="input select"
          name="category"
          value={fields.category}
          onChange={(event) => onChange({ category: event.target.value })}
        >
          <option value="">Select a category</option>
          {Object.entries(categories).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field
      label="Reasons"
      hint="Facts first: what happened, when, and to whom."
      error={problems.reasons}
      length={{ used: fields.reasons.length, limit: submissionLimits.reasons.max }}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          name="reasons"
          rows={6}
          required
          readOnly={isLocked}
          value={fields.reasons}
          onChange={(event) => onChange({ reasons: event.target.value })}
        />
      )}
    </Field>
    <MarkdownPreview text={fields.reasons} />
    <Field
      label="What would end this boycott? (optional)"
      hint="One demand that the business can meet and readers can check."
      error={problems.demand}
      length={{ used: fields.demand.length, limit: submissionLimits.demand.max }}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          name="demand"
          rows={3}
          readOnly={isLocked}
          value={fields.demand}
          onChange={(event) => onChange({ demand: event.target.value })}
        />
      )}
    </Field>
    <MarkdownPreview text={fields.demand} />
    <Field
      label="Sources (optional)"
      hint="Links that readers can check. YouTube, TikTok and Twitter links are shown as media."
      error={problems.sources}
      length={{ used: fields.sources.length, limit: submissionLimits.sources.max }}
    >
      {(control) => (
        <textarea
          {...control}
          className="input"
          name="sources"
          rows={3}
          readOnly={isLocked}
          value={fields.sources}
          onChange={(event) => onChange({ sources: event.target.value })}
        />
      )}
    </Field>
    <SourcesPreview text={fields.sources} />
  </>
)
