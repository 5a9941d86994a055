/** Creates a value on first use, because formatters of numbers and dates are slow to create. */
export const lazily = <Thing extends object>(make: () => Thing): (() => Thing) => {
  let made: Thing | undefined
  return () => {
    made ??= make()
    return made
  }
}
