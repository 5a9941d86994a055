import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { RelativeTime } from '../../ui/relative-time.tsx'

export type Heading = 'h2' | 'h3'

export type EntryHeadProps = {
  /** Level of the heading in its list. */
  heading?: Heading | undefined
  /** Address of the page that shows it. */
  to: To
  title: string
  /** Absent while it is shown. */
  badge?: 'Removed' | 'Deleted' | undefined
  at: string
  /** Username; absent if the account is gone. */
  by: string | undefined
  /** Further facts beside the time. */
  children?: ReactNode
}

/** Name, status, time and author of what an administrator decides on. */
export const EntryHead = ({
  heading: Title = 'h3',
  to,
  title,
  badge,
  at,
  by = 'Unknown',
  children,
}: EntryHeadProps) => (
  <>
    <div className="row-head">
      <Title className="row-target">
        <Link to={to}>{title}</Link>
      </Title>
    </div>
    <p className="review-origin">
      {badge !== undefined && (
        <span className="badge" data-tone="signal">
          {badge}
        </span>
      )}
      {children !== undefined && <span>{children}</span>}
      <span>
        <RelativeTime at={at} /> by <span className="name">{by}</span>
      </span>
    </p>
  </>
)
