import type { Submission } from '@answerable/contracts/submissions'
import { FlagButton } from '../../features/flags/flag-button.tsx'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { JoinButton } from '../../features/participation/join-button.tsx'
import { ShareActions } from '../../features/submissions/share-actions.tsx'
import type { Section } from './sections.ts'

type SubmissionRailProps = {
  submission: Submission
  sections: readonly Section[]
}

/** What readers can do with a submission: beside the text on wide screens, in one line below the title on others. */
export const SubmissionRail = ({ submission, sections }: SubmissionRailProps) => (
  <aside className="detail-rail" aria-label="Actions">
    <div className="detail-actions">
      <JoinButton submission={submission} />
      <FollowButton
        thing={{ kind: 'submission', key: submission.id }}
        name={submission.targetName}
        className="button-secondary"
      />
      <div className="detail-links">
        <ShareActions submission={submission} />
        <FlagButton
          subject={{ kind: 'submission', id: submission.id, name: submission.targetName }}
        />
      </div>
    </div>
    <nav className="on-this-page" aria-label="On this page">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className="quiet-link" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </aside>
)
