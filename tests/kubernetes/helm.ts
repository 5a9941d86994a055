import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { onPath } from '../tools/cache.ts'
import { buildGoProgram, builtGoProgram, type GoProgram } from '../tools/go-program.ts'

export const chart = join(import.meta.dirname, '../../infra/kubernetes/answerable')

const helmProgram: GoProgram = {
  name: 'helm',
  version: '3.22.0',
  module: 'helm.sh/helm/v3/cmd/helm',
  versionArgument: 'version',
}

export type Manifest = {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  // biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
  spec: any
}

export type Helm = {
  /** Problems that `helm lint --strict` finds; empty if there are none. */
  lint: (values: object) => string
  /** The manifests of a release named `site`. Throws with Helm's message if the values are invalid. */
  template: (values: object) => Manifest[]
}

/** Path of Helm from PATH, or built with Go. Null if there is neither. */
export const findHelmProgram = (): string | null =>
  onPath('helm') ?? builtGoProgram(helmProgram) ?? buildGoProgram(helmProgram)

/** Null if there is no Helm and no Go to build it. */
export const findHelm = (): Helm | null => {
  const path = findHelmProgram()
  if (path === null) return null

  const run = (parameters: readonly string[], values: object) => {
    const directory = mkdtempSync(join(tmpdir(), 'answerable-helm-'))
    try {
      const file = join(directory, 'values.json')
      writeFileSync(file, JSON.stringify(values))
      // A Helm that Go has built does not know a version of Kubernetes.
      const more = ['--kube-version', '1.33.0', '--values', file]
      return spawnSync(path, [...parameters, ...more], { encoding: 'utf8', maxBuffer: 64e6 })
    } finally {
      rmSync(directory, { recursive: true })
    }
  }

  return {
    lint: (values) => {
      const { status, stdout, stderr } = run(['lint', chart, '--strict'], values)
      return status === 0 ? '' : stdout + stderr
    },
    template: (values) => {
      const { status, stdout, stderr } = run(['template', 'site', chart], values)
      if (status !== 0) throw new Error(stderr)
      return parseAllDocuments(stdout)
        .map((document) => document.toJS() as Manifest | null)
        .filter((manifest) => manifest !== null)
    },
  }
}
