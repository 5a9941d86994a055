import type { Appeal } from '@answerable/contracts/appeals'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** A part of what an administrator reads before deciding. */
export const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="fact">
    <h4>{title}</h4>
    <div className="min-w-0">{children}</div>
  </section>
)

type AppealFactsProps = {
  appeals: readonly Appeal[]
  /** Who appealed. */
  by?: string | undefined
}

export const AppealFacts = ({ appeals, by = 'the author' }: AppealFactsProps) =>
  appeals.map((appeal) => (
    <Fact key={appeal.id} title={appealTitles[appeal.state]}>
      <blockquote className="quoted">{appeal.text}</blockquote>
      <p className="text-sm text-soft">
        By {by}, <RelativeTime at={appeal.createdAt} />
      </p>
    </Fact>
  ))

const appealTitles = {
  open: 'Appeal',
  upheld: 'Rejected appeal',
  overturned: 'Granted appeal',
} as const
