/** The time that was this many hours ago. */
export type HoursAgo = (hoursAgo: number) => Date

const hourMilliseconds = 3_600_000

export const hoursBefore =
  (time: Date): HoursAgo =>
  (hoursAgo) =>
    new Date(time.getTime() - hoursAgo * hourMilliseconds)
