import type { Submission } from '@answerable/contracts/submissions'
import { SourceList } from '../../features/sources/source-list.tsx'
import { embedOf } from '../../features/submissions/embed.ts'
import { EmbeddedMedia } from '../../features/submissions/embedded-media.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'

export const ReasonsSection = ({ submission }: { submission: Submission }) => (
  <section aria-labelledby="reasons">
    <h2 id="reasons" className="section-title">
      Reasons
    </h2>
    <div className="prose-text">
      <Markdown text={submission.reasons} />
    </div>
  </section>
)

export const SourcesSection = ({ submission }: { submission: Submission }) => {
  const embed = embedOf(submission)
  if (embed === undefined && submission.sources === null) return null
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="section-title">
        Sources
      </h2>
      {embed && <EmbeddedMedia embed={embed} title={submission.targetName} />}
      {submission.sources !== null && (
        <SourceList submission={{ ...submission, sources: submission.sources }} />
      )}
    </section>
  )
}
