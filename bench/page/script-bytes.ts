import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

type Script = { name: string; bytes: number; isInitial: boolean }

/** Brotli size of each script of the built web, largest first. */
export const readScripts = async (webDirectory: string): Promise<Script[]> => {
  const page = await readFile(join(webDirectory, 'index.html'), 'utf8')
  const names = await readdir(join(webDirectory, 'assets'))
  const scripts = await Promise.all(
    names
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({
        name,
        bytes: await sentBytes(join(webDirectory, 'assets', name)),
        isInitial: page.includes(`/assets/${name}"`),
      })),
  )
  return scripts.toSorted((one, other) => other.bytes - one.bytes)
}

/** The most that the first page may load before it can be used. */
export const maxInitialBytes = 110_000

/** The scripts that the first page needs. */
export const initialBytesOf = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { bytes, isInitial }) => (isInitial ? sum + bytes : sum), 0)

const sentBytes = async (file: string): Promise<number> => {
  const compressed = await stat(`${file}.br`).catch(() => stat(file))
  return compressed.size
}
