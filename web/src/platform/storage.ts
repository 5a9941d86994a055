/** Local storage that may be blocked, full or absent: then nothing is remembered and nothing breaks. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not remembered.
  }
}

export const forgetStored = (key: string): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was remembered.
  }
}
