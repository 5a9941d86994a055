import { type Category, categories, submitBoycott } from '@answerable/contracts/submissions'
import { plain } from '../../ui/figures.ts'
import { detailsToSend } from './link-details.ts'
import type { SubmissionText } from './submission-fields.tsx'

const required = ['targetName', 'location', 'reasons'] as const

/** The request that submits the fields of the form. */
export const bodyOf = ({
  targetName,
  businessId,
  location,
  placeId,
  category,
  reasons,
  sources,
  sourceDetails,
  demand,
}: SubmissionText) => ({
  targetName,
  ...(businessId === '' ? {} : { businessId }),
  location,
  ...(placeId === '' ? {} : { placeId }),
  reasons,
  ...(isCategory(category) ? { category } : {}),
  ...(sources.trim() === '' ? {} : { sources }),
  ...(sourceDetails === '' ? {} : { sourceDetails: detailsToSend(sources, sourceDetails) }),
  ...(demand.trim() === '' ? {} : { demand }),
})

const isCategory = (value: string): value is Category => Object.hasOwn(categories, value)

/** What is wrong with the fields, by their names. */
export const problemsOf = (fields: SubmissionText, hasAgreed: boolean): Record<string, string> => {
  const missing = required.filter((name) => fields[name].trim() === '')
  return {
    ...Object.fromEntries(missing.map((name) => [name, 'This field is required.'])),
    ...problemOfDetails(fields),
    ...(hasAgreed ? {} : { agreement: 'Check this box to submit.' }),
  }
}

/** Only details can exceed the size of a request; the other fields have limits that are small enough. */
const problemOfDetails = (fields: SubmissionText): Record<string, string> => {
  const excess = excessCharacters(bodyOf(fields), submitBoycott.maxBodyBytes)
  if (excess === 0) return {}
  return {
    sourceDetails: `These details are too long together. Shorten them by about ${plain(excess)} characters. You can add the others after you have submitted the boycott.`,
  }
}

const encoder = new TextEncoder()

/** About how many characters are too many for a limit in bytes. */
const excessCharacters = (body: unknown, maxBytes: number): number => {
  const json = JSON.stringify(body)
  const bytes = encoder.encode(json).length
  return bytes <= maxBytes ? 0 : Math.ceil(((bytes - maxBytes) * json.length) / bytes)
}
