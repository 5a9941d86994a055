import assert from 'node:assert/strict'
import { type ServiceName, serviceNames } from '@answerable/contracts/route'
import { findHelm, type Manifest } from './helm.ts'
import { findSchemas } from './schemas.ts'
import { everything, settings, smallest } from './values.ts'

const helm = findHelm()
if (helm === null) {
  process.stderr.write('check-chart needs Helm on PATH, or Go to build it.\n')
  process.exit(1)
}

const of = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind)

const componentOf = (labels: Record<string, string>): string =>
  labels['app.kubernetes.io/component'] ?? ''

/** The programs that may connect to each program, and those that each may connect to, by the policies. */
const arrowsIn = (manifests: readonly Manifest[], direction: 'ingress' | 'egress') => {
  const peerField = direction === 'ingress' ? 'from' : 'to'
  return of(manifests, 'NetworkPolicy').flatMap(({ spec }) =>
    // biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
    (spec[direction] as any[]).flatMap((rule) =>
      // biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
      ((rule[peerField] ?? []) as any[])
        .filter(({ podSelector }) => podSelector !== undefined)
        .map(({ podSelector }) => {
          const own = componentOf(spec.podSelector.matchLabels)
          const other = componentOf(podSelector.matchLabels)
          return direction === 'egress' ? `${own} -> ${other}` : `${other} -> ${own}`
        }),
    ),
  )
}

const systemNamespace = { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }

/** The calls in the picture of ARCHITECTURE.md. */
const arrows: Partial<Record<ServiceName, readonly ServiceName[]>> = {
  gateway: [
    'auth',
    'catalog',
    'moderation',
    'diagnostics',
    'notifications',
    'evidence',
    'realtime',
  ],
  evidence: ['catalog'],
  moderation: ['auth', 'catalog', 'evidence'],
  notifications: ['auth', 'catalog'],
  realtime: ['notifications'],
}

const checks: Record<string, () => void> = {
  'helm lint --strict finds no problem': () => {
    for (const values of [everything, smallest]) assert.equal(helm.lint(values), '')
  },
  'every pod is locked down': () => {
    const manifests = helm.template(everything)
    const pods = [
      ...of(manifests, 'Deployment'),
      ...of(manifests, 'Job'),
      ...of(manifests, 'CronJob').map(({ metadata, spec }) => ({ metadata, ...spec.jobTemplate })),
    ]
    assert.equal(pods.length, serviceNames.length + 3)
    for (const { metadata, spec } of pods) {
      const pod = spec.template.spec
      assert.equal(pod.automountServiceAccountToken, false, metadata.name)
      assert.equal(pod.enableServiceLinks, false, metadata.name)
      assert.equal(pod.securityContext.runAsNonRoot, true, metadata.name)
      assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault', metadata.name)
      for (const container of pod.containers) {
        assert.deepEqual(
          container.securityContext,
          {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          metadata.name,
        )
        assert.ok(container.resources.limits.memory, metadata.name)
        assert.ok(container.resources.requests.cpu, metadata.name)
      }
    }
  },
  'network policies allow exactly the arrows of the architecture': () => {
    const manifests = helm.template(everything)
    const expected = Object.entries(arrows).flatMap(([caller, called]) =>
      called.map((name) => `${caller} -> ${name}`),
    )
    for (const direction of ['ingress', 'egress'] as const)
      assert.deepEqual(arrowsIn(manifests, direction).sort(), expected.toSorted())
    const leadingOut = of(manifests, 'NetworkPolicy').filter(({ spec }) =>
      JSON.stringify(spec.egress).includes('0.0.0.0/0'),
    )
    assert.deepEqual(
      leadingOut.map(({ metadata }) => metadata.name),
      ['site-evidence'],
    )
  },
  'only catalog and gateway reach the store of the open data, and only backups theirs, if there is one':
    () => {
      // Evidence also has this port, for websites.
      const reaching = (values: object): string[] =>
        of(helm.template(values), 'NetworkPolicy')
          .filter(({ spec }) => JSON.stringify(spec.egress).includes('[{"port":443}]'))
          .map(({ metadata }) => metadata.name)
      assert.deepEqual(reaching(everything), ['site-catalog', 'site-gateway', 'site-migrate'])
      assert.deepEqual(reaching({ settings }), [])
      const withKey = (values: object): string[] =>
        of(helm.template(values), 'Deployment')
          .filter(({ spec }) => JSON.stringify(spec).includes('OPEN_DATA_SECRET_ACCESS_KEY_FILE'))
          .map(({ metadata }) => metadata.name)
      assert.deepEqual(withKey(everything), ['site-catalog', 'site-gateway'])
      assert.deepEqual(withKey({ settings }), [])
    },
  'backups go to the bucket or to the volume, and only a bucket needs its key': () => {
    const jobOf = (values: object) => {
      const [job] = of(helm.template(values), 'CronJob')
      return JSON.stringify(job?.spec.jobTemplate.spec.template.spec)
    }
    const toBucket = jobOf(everything)
    assert.match(toBucket, /"command":\["node","site\/backup\/main.ts","backup"\]/)
    assert.match(toBucket, /BACKUP_SECRET_ACCESS_KEY_FILE/)
    assert.doesNotMatch(toBucket, /\/backups"/)
    const toVolume = jobOf({
      settings: { ...settings, BACKUP_RECIPIENT: everything.settings.BACKUP_RECIPIENT },
      backups: {
        schedule: '15 2 * * *',
        volume: { persistentVolumeClaim: { claimName: 'files' } },
      },
    })
    assert.match(toVolume, /\.backup\.age/)
    assert.match(toVolume, /"claimName":"files"/)
    assert.doesNotMatch(toVolume, /BACKUP_SECRET_ACCESS_KEY_FILE/)
  },
  'name servers are reached in the cluster only': () => {
    for (const { metadata, spec } of of(helm.template(everything), 'NetworkPolicy')) {
      const [rule, ...others] = (
        spec.egress as { ports: { port: number }[]; to?: object[] }[]
      ).filter(({ ports }) => ports.some(({ port }) => port === 53))
      assert.deepEqual(rule?.to, [{ namespaceSelector: systemNamespace }], metadata.name)
      assert.deepEqual(others, [], metadata.name)
    }
  },
  'the policy of the migration is there before its pod': () => {
    const hooks = helm
      .template(everything)
      .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] !== undefined)
    const weights = hooks.map(({ kind, metadata }) => [
      kind,
      Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0),
    ])
    assert.deepEqual(
      new Map(weights as [string, number][]),
      new Map([
        ['NetworkPolicy', -1],
        ['Job', 0],
      ]),
    )
  },
  'a stopped pod serves until the cached answers of name servers expire': () => {
    const manifests = helm.template({ ...everything, dnsCacheSeconds: 60 })
    for (const { metadata, spec } of of(manifests, 'Deployment')) {
      const pod = spec.template.spec
      assert.ok(pod.containers[0].lifecycle.preStop.sleep.seconds > 60, metadata.name)
      const rest =
        pod.terminationGracePeriodSeconds - pod.containers[0].lifecycle.preStop.sleep.seconds
      assert.ok(rest > 10, metadata.name)
    }
  },
  'the pods of a version spread over nodes, and unready ones do not block a drain': () => {
    const manifests = helm.template(everything)
    for (const { metadata, spec } of of(manifests, 'Deployment')) {
      const { topologySpreadConstraints, affinity } = spec.template.spec
      const preferred = affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution
      const terms = [
        ...topologySpreadConstraints,
        // biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
        ...preferred.map(({ podAffinityTerm }: any) => podAffinityTerm),
      ]
      assert.deepEqual(
        terms.map(({ topologyKey, matchLabelKeys }) => [topologyKey, matchLabelKeys]),
        [
          ['topology.kubernetes.io/zone', ['pod-template-hash']],
          ['kubernetes.io/hostname', ['pod-template-hash']],
        ],
        metadata.name,
      )
    }
    for (const { metadata, spec } of of(manifests, 'PodDisruptionBudget'))
      assert.equal(spec.unhealthyPodEvictionPolicy, 'AlwaysAllow', metadata.name)
  },
  'every value has its effect': () => {
    const manifests = helm.template(everything)
    const [ingress] = of(manifests, 'Ingress')
    assert.equal(ingress?.spec.tls[0].secretName, 'site-tls')
    assert.equal(of(manifests, 'ServiceMonitor').length, 1)
    assert.ok(of(manifests, 'PrometheusRule')[0]?.spec.groups.length > 3)
    assert.equal(of(manifests, 'PodDisruptionBudget').length, serviceNames.length)
    const readers = of(manifests, 'Deployment').filter(({ spec }) =>
      JSON.stringify(spec.template.spec.containers[0].env).includes('/run/countries/own.mmdb'),
    )
    assert.deepEqual(
      readers.map(({ metadata }) => metadata.name),
      ['site-auth'],
    )
    assert.match(JSON.stringify(readers[0]?.spec.template.spec.volumes), /"claimName":"countries"/)
    const few = helm.template(smallest)
    const kinds = [
      'CronJob',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
    ]
    for (const kind of kinds) assert.deepEqual(of(few, kind), [], kind)
  },
  'invalid values are refused': () => {
    for (const wrong of [
      { settings: { LOG_LEVEL: 'loud' } },
      { settings: { CATALOG_DB_CONNECTIONS: 'many' } },
      { settings: { DATABASE_URL: 'postgres://db' } },
      { settings: { NATS_REPLICAS: 3 } },
      { programs: { catalog: { min: 0 } } },
      { ingress: { enabled: true } },
      { backups: { schedule: '15 2 * * *' } },
      { replicas: 3 },
    ])
      assert.throws(() => helm.template(wrong), /values don't meet the specifications/)
  },
}

const schemas = findSchemas()
if (schemas === null)
  process.stdout.write('skipped the schemas of Kubernetes, which need Go and a connection\n')
else
  checks['every object follows the schemas of Kubernetes 1.30 and the Prometheus Operator'] =
    () => {
      for (const values of [everything, smallest, { settings }])
        assert.deepEqual(helm.template(values).flatMap(schemas.problemsOf), [])
    }

for (const [name, check] of Object.entries(checks)) {
  try {
    check()
    process.stdout.write(`ok      ${name}\n`)
  } catch (error) {
    process.exitCode = 1
    process.stdout.write(`failed  ${name}\n${(error as Error).message}\n`)
  }
}
