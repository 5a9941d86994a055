import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A defence against a threat: how to take it away, and the test that has to notice. */
export type Defence = {
  threat: string
  file: string
  /** Stands in the file once. */
  from: string
  to: string
  /** The name as it stands in the source, with `%s` and the like where cases fill it in. */
  test: { file: string; name: string }
}

/** Whether a text stands in a file of the project, and how often. */
export const countIn = async (root: string, file: string, text: string): Promise<number> => {
  const content = await readFile(join(root, file), 'utf8').catch(() => '')
  return content.split(text).length - 1
}

/** Finds a test by its name as it stands in the source. */
export const patternOf = (name: string): string =>
  name
    .split(/%s|\$\{[^}]*\}/)
    .map((part) => RegExp.escape(part))
    .join('.*')
