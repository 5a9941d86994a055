import type { Notice } from '@answerable/contracts/notifications'

/** A notice, or new comments on the same submission that follow each other. Newest first; never empty. */
export type NoticeGroup = readonly [Notice, ...Notice[]]

/** Joins neighbouring notices of new comments on the same submission. */
export const grouped = (notices: readonly Notice[]): readonly NoticeGroup[] => {
  const groups: [Notice, ...Notice[]][] = []
  for (const notice of notices) {
    const last = groups.at(-1)
    if (last !== undefined && belongTogether(last[0], notice)) last.push(notice)
    else groups.push([notice])
  }
  return groups
}

const belongTogether = (one: Notice, other: Notice): boolean =>
  one.kind === 'comment' &&
  other.kind === 'comment' &&
  one.submissionId !== null &&
  one.submissionId === other.submissionId

export type Day = { label: string; groups: readonly NoticeGroup[] }

/** The groups by the day of their newest notice in the reader's time zone: today, yesterday and earlier. */
export const byDay = (groups: readonly NoticeGroup[], now: number): readonly Day[] => {
  const today = dayOf(new Date(now))
  const yesterday = dayOf(new Date(new Date(now).setDate(new Date(now).getDate() - 1)))
  const labelOf = ([{ createdAt }]: NoticeGroup) => {
    const day = dayOf(new Date(createdAt))
    // A notice may be newer than the page's clock.
    if (day >= today) return 'Today'
    return day === yesterday ? 'Yesterday' : 'Earlier'
  }
  return ['Today', 'Yesterday', 'Earlier']
    .map((label) => ({ label, groups: groups.filter((group) => labelOf(group) === label) }))
    .filter(({ groups }) => groups.length > 0)
}

const dayOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
