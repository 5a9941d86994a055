import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { outputOf } from '../tools/cache.ts'
import type { Manifest } from './helm.ts'

// The schemas by which API servers check objects, from Go modules, which Go downloads and compares with its database of
// checksums.

/** The oldest version that the chart supports. */
const kubernetes = 'k8s.io/kubernetes@v1.30.14'
const prometheusOperator = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'

export type Schemas = {
  /** Wrong and unknown fields. */
  problemsOf: (manifest: Manifest) => string[]
}

/** Null without Go, or without a connection to download them. */
export const findSchemas = (): Schemas | null => {
  const [ofKubernetes, ofOperator] = [kubernetes, prometheusOperator].map(directoryOf)
  if (!ofKubernetes || !ofOperator) return null
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const names = new Map([
    ...addKubernetes(ajv, ofKubernetes),
    ...['servicemonitors', 'prometheusrules'].flatMap((plural) =>
      addOperator(
        ajv,
        join(ofOperator, `example/prometheus-operator-crd/${operator}_${plural}.yaml`),
      ),
    ),
  ])

  return {
    problemsOf: (manifest) => {
      const { apiVersion, kind, metadata } = manifest
      const validate = ajv.getSchema(names.get(keyOf(apiVersion, kind)) ?? '')
      if (validate === undefined) return [`${apiVersion} ${kind} is unknown`]
      if (validate(manifest) === true) return []
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${kind} ${metadata.name}${instancePath}: ${message} ${JSON.stringify(params)}`,
      )
    },
  }
}

type Definition = {
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}

/** Adds the schemas of all kinds; returns their names. */
const addKubernetes = (ajv: Ajv, directory: string): [string, string][] => {
  const file = join(directory, 'api/openapi-spec/swagger.json')
  const { definitions } = JSON.parse(readFileSync(file, 'utf8'))
  ajv.addSchema({ $id: 'kubernetes', definitions: strictly(definitions) })
  return Object.entries<Definition>(definitions).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map(
      ({ group, version, kind }): [string, string] => [
        keyOf(group === '' ? version : `${group}/${version}`, kind),
        `kubernetes#/definitions/${name}`,
      ],
    ),
  )
}

const operator = 'monitoring.coreos.com'

/** Adds the schemas of the versions of a kind; returns their names. */
const addOperator = (ajv: Ajv, file: string): [string, string][] => {
  const { spec } = parse(readFileSync(file, 'utf8')) as CustomResource
  return spec.versions.map(({ name, schema }) => {
    const key = keyOf(`${operator}/${name}`, spec.names.kind)
    ajv.addSchema({ $id: key, ...strictly(schema.openAPIV3Schema) })
    return [key, key]
  })
}

type CustomResource = {
  spec: {
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: object } }[]
  }
}

const directoryOf = (module: string): string | null => {
  const output = outputOf('go', ['mod', 'download', '-json', module], { cwd: tmpdir() })
  return output === null ? null : (JSON.parse(output) as { Dir: string }).Dir
}

const keyOf = (apiVersion: string, kind: string): string => `${apiVersion}/${kind}`

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity'

/** OpenAPI as JSON Schema that refuses unknown fields. API servers drop them, or warn. */
const strictly = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value) => {
    // Go writes flags in a way that JavaScript does not know.
    if (key === 'pattern' && String(value).includes('(?i)')) return undefined
    if (value?.constructor !== Object) return value
    const isNumberToo =
      value.format === 'int-or-string' || value['x-kubernetes-int-or-string'] === true
    if (isNumberToo || key === quantity) return { type: ['string', 'number'] }
    if (value.type === 'object' && value.properties?.constructor === Object)
      return { additionalProperties: false, ...value }
    return value
  })
