/** Settles as the promise does, or resolves with null after the timeout. */
export const withTimeout = <Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
