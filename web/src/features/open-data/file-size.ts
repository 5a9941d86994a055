const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** '812 bytes', '4.2 kB' or '120 MB', in steps of 1,000. */
export const fileSize = (bytes: number): string => {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1_000 ** step
  const digits = step === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${units[step]}`
}
