import { useState } from 'react'

type Problems = Readonly<Record<string, string>>

/** What is wrong with the fields of a form, by their names. */
export const useProblems = () => {
  const [problems, setProblems] = useState<Problems>({})
  return {
    problems,
    setProblems,
    /** Removes the problems of fields that were changed, and of fields within them (`links.0.title`). */
    clear: (names: readonly string[]): void =>
      setProblems((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([name]) => !names.includes(name.split('.')[0] ?? '')),
        ),
      ),
    /** Shows what is missing and focuses the first of these fields. Returns whether nothing is missing. */
    isComplete: (form: HTMLFormElement, missing: Problems): boolean => {
      setProblems(missing)
      const [first] = Object.keys(missing)
      if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return first === undefined
    },
  }
}
