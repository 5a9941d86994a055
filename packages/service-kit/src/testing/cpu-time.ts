/** The CPU time, in milliseconds, that this process spends on the work: other programs do not lengthen it. */
export const cpuMillisecondsOf = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
