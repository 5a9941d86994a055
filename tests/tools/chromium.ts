import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { onPath, outputOf, toolsDirectory } from './cache.ts'

const require = createRequire(import.meta.url)

/** What Playwright's `chromium.launch` takes. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

/**
 * A Chromium that runs on this machine: the one from npm, else one on PATH. Throws one line when there
 * is none.
 */
export const findChromium = (): Browser => {
  const found = fromNpm() ?? fromPath()
  if (found !== null) return found
  throw new Error('Chromium is missing: install it, for example the package chromium.')
}

/** For a machine without the libraries and fonts of a desktop: the package brings its own. */
const fromNpm = (): Browser | null => {
  const home = join(toolsDirectory(), `chromium-${version()}`)
  if (!existsSync(home) && !unpack(home)) return null
  return runs({
    executablePath: join(home, 'chromium'),
    args: [],
    env: {
      ...inherited(),
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), home].join(':'),
      FONTCONFIG_FILE: join(home, fontsFile),
    },
  })
}

const fromPath = (): Browser | null => {
  const program = ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean)
  return program == null ? null : runs({ executablePath: program, args: [], env: inherited() })
}

/** Asking for the version fails where a library is missing. */
const runs = (browser: Browser): Browser | null =>
  outputOf(browser.executablePath, ['--version'], { env: browser.env }) === null ? null : browser

const inherited = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? toolsDirectory(),
})

const version = (): string => {
  const manifest = join(require.resolve('@sparticuz/chromium'), '../../package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** The package unpacks into the directory for temporary files, its libraries only where it sees AWS. */
const unpack = (home: string): boolean => {
  const workshop = mkdtempSync(join(toolsDirectory(), 'unpacking-'))
  try {
    const script = `(await import(${JSON.stringify(require.resolve('@sparticuz/chromium'))})).default.executablePath()`
    const env = {
      ...inherited(),
      TMPDIR: workshop,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
    }
    const args = ['--input-type=module', '-e', `await ${script}`]
    if (outputOf(process.execPath, args, { env }) === null) return false
    writeFileSync(join(workshop, fontsFile), fontsConfiguration(home))
    renameSync(workshop, home)
    return true
  } catch {
    return existsSync(home)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const fontsFile = 'fonts.conf'

const fontsConfiguration = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`
