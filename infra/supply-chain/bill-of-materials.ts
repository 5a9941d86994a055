import * as z from 'zod/mini'

/** The fields of a package lock, version 3, that this file reads. */
export const lockFile = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      dependencies: z.optional(z.record(z.string(), z.string())),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
})

type LockFile = z.output<typeof lockFile>
type Locked = LockFile['packages'][string]

/**
 * Lists every package that the site runs with, on any platform, in CycloneDX 1.6. `npm sbom --omit=dev` omits
 * packages that development needs too. `@cyclonedx/cyclonedx-npm` lists the same packages, but it would add
 * over 100 packages to the lock file, among them a native add-on with an install script.
 */
export const billOfMaterials = (lock: LockFile) => {
  const runtime = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
  )
  const own = `pkg:npm/${lock.name}@${lock.version}`
  const components = new Map(
    runtime.map(([path, locked]) => {
      const component = componentOf(nameOf(path), locked)
      return [component['bom-ref'], component]
    }),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name: lock.name, version: lock.version },
    },
    components: [...components.values()],
    dependencies: dependenciesOf(lock, runtime),
  } as const
}

/** The package name of a path such as `node_modules/vite/node_modules/lightningcss`. */
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

const componentOf = (name: string, { version, integrity, license, optional }: Locked) => {
  const reference = referenceTo(name, version)
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version: version ?? '',
    scope: optional === true ? 'optional' : 'required',
    purl: reference,
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }
}

const referenceTo = (name: string, version = ''): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

const hashOf = (integrity: string) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
})

const dependenciesOf = ({ packages }: LockFile, runtime: readonly [string, Locked][]) => {
  const referenceAt = (path: string): string => referenceTo(nameOf(path), packages[path]?.version)
  const wanted = new Map<string, Set<string>>()
  for (const [path, { dependencies, optionalDependencies }] of runtime) {
    const found = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
      const place = resolvedPath(packages, { name, path })
      return place === null || packages[place]?.dev === true ? [] : [referenceAt(place)]
    })
    const reference = referenceAt(path)
    wanted.set(reference, new Set([...(wanted.get(reference) ?? []), ...found]))
  }
  return Array.from(wanted, ([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }))
}

/** The path at which Node resolves a dependency of the package at `path`. */
const resolvedPath = (
  packages: LockFile['packages'],
  { name, path }: { name: string; path: string },
): string | null => {
  const place = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
  if (place in packages) return place
  if (path === '') return null
  return resolvedPath(packages, {
    name,
    path: path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)),
  })
}
