import type { Submission } from '@answerable/contracts/submissions'

export const embedLabels = { youtube: 'YouTube', tiktok: 'TikTok', twitter: 'Twitter' } as const

export const SourceBadge = ({
  submission,
}: {
  submission: Pick<Submission, 'sources' | 'embedType'>
}) => {
  if (submission.embedType !== null) {
    return <span className="badge">{embedLabels[submission.embedType]}</span>
  }
  return submission.sources ? <span className="badge">Source available</span> : null
}
