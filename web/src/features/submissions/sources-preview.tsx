import { detectEmbed } from '@answerable/contracts/embed'
import { addressParts } from '../../ui/address-parts.ts'
import { embedLabels } from './source-badge.tsx'
import { Sources } from './sources.tsx'

/** Preview of the sources: embedded media and links. */
export const SourcesPreview = ({ text }: { text: string }) => {
  if (text.trim() === '') return null
  const embed = detectEmbed(text)
  const hasLink = addressParts(text).some(({ href }) => href !== undefined)
  return (
    <section className="preview" aria-label="Preview of the sources" data-typed>
      <p className="text-sm text-soft">
        {hasLink ? 'Readers will see:' : 'No link found yet. Links begin with https://'}
      </p>
      {embed && (
        <p className="preview-media">
          <span className="badge">{embedLabels[embed.embedType]}</span> shown as embedded media when
          a reader loads it
        </p>
      )}
      {hasLink && <Sources text={text.trim()} />}
    </section>
  )
}
