/** The CPU time of this process for the work, in milliseconds; independent of other programs. */
export const cpuMillisecondsOf = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
