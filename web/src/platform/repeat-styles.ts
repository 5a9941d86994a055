const firstDelayMilliseconds = 2_000
const maxDelayMilliseconds = 60_000

/**
 * Requests style files again that could not be loaded. Vite requests each only once and takes it for loaded afterwards,
 * so that pages opened later would have no styles.
 */
export const repeatFailedStyles = (): void => {
  const delays = new Map<string, number>()
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const delay = delays.get(target.href) ?? firstDelayMilliseconds
      delays.set(target.href, Math.min(2 * delay, maxDelayMilliseconds))
      setTimeout(() => target.replaceWith(target.cloneNode()), delay)
    },
    // Errors of elements do not bubble.
    { capture: true },
  )
}
