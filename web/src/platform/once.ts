/** Makes a thing when it is first needed: what formats numbers and dates is slow to make. */
export const once = <Thing extends object>(make: () => Thing): (() => Thing) => {
  let made: Thing | undefined
  return () => {
    made ??= make()
    return made
  }
}
