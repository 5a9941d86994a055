/** A tool for occasional use. */
export type Tool = {
  script: string
  purpose: string
  /** Arguments before those of the command line. */
  parameters?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

/** What `npm run tool -- NAME` can run, by subject. */
export const groups: Readonly<Record<string, Readonly<Record<string, Tool>>>> = {
  'Running a site': {
    'verify-log': {
      script: 'site/commands/verify-log.ts',
      purpose: 'check the hash chain of the moderation log',
    },
    'dead-letters': {
      script: 'site/commands/dead-letters.ts',
      purpose: 'list, show, replay or dismiss events that could not be applied',
    },
    republish: {
      script: 'site/commands/republish.ts',
      purpose: 'publish the state of all accounts or submissions again',
    },
    secrets: { script: 'infra/secrets/main.ts', purpose: 'create the secrets of the containers' },
    'kubernetes-secrets': {
      script: 'infra/kubernetes/print-secrets.ts',
      purpose: 'print the Secrets of the Helm chart, for kubectl apply -f -',
    },
  },
  Tests: {
    vitest: {
      script: 'node_modules/vitest/vitest.mjs',
      parameters: ['run'],
      purpose: 'run the unit and integration tests in a file or folder',
    },
    journeys: {
      script: 'node_modules/@playwright/test/cli.js',
      parameters: ['test', '--config', 'e2e/playwright.config.ts'],
      purpose: 'run the end-to-end tests whose file names contain a word',
    },
    screenshots: {
      script: 'e2e/screenshots.ts',
      purpose: 'take the pictures of the README on a newly started demo',
    },
    'check-chart': {
      script: 'tests/kubernetes/main.ts',
      purpose: 'check the Helm chart: values, pods, network policies, schemas (needs Helm or Go)',
    },
    kubernetes: {
      script: 'tests/kubernetes/trial/main.ts',
      purpose: 'install the chart in a cluster; upgrade, scale, evict and restore it under load',
    },
    'test-containers': {
      script: 'tests/containers/main.ts',
      purpose: 'start, kill, restart and upgrade the composition (needs Docker)',
    },
    'test-enumeration': {
      script: 'node_modules/vitest/vitest.mjs',
      parameters: ['run', '--project', 'node', 'tests/security/enumeration'],
      environment: { ENUMERATION_PAIRS: '1000' },
      purpose: 'compare sign-in responses for known and unknown addresses',
    },
    'test-events': {
      script: 'tests/delivery/main.ts',
      purpose: 'deliver events repeated, shuffled and late',
    },
    'test-faults': {
      script: 'tests/faults/main.ts',
      purpose: 'kill and freeze each part under load',
    },
    'test-flood': {
      script: 'tests/flood/main.ts',
      purpose: 'measure members while one address floods the site',
    },
    'test-fsync': {
      script: 'tests/durability/main.ts',
      purpose: 'check with strace that acknowledged votes are on disk',
    },
    'test-mutation': {
      script: 'tests/mutation/main.ts',
      purpose: 'change the code that guards the site; the tests must fail',
    },
    'test-xss': {
      script: 'tests/security/xss-main.ts',
      purpose: 'post script payloads in every field and open the pages',
    },
    fuzz: { script: 'tests/fuzz/main.ts', purpose: 'send generated and hostile requests' },
    pgbouncer: {
      script: 'tests/pgbouncer/main.ts',
      purpose: 'run the services through PgBouncer in transaction mode, and kill it under load',
    },
    'point-in-time': {
      script: 'tests/point-in-time/main.ts',
      purpose: 'lose votes and the disk of PostgreSQL, and recover to the moment before',
    },
    'repeat-tests': {
      script: 'tests/repeat/main.ts',
      purpose: 'run npm ci and npm test in new clones: idle, on one core, under load',
    },
    'slow-browser': {
      script: 'e2e/hydration/main.ts',
      purpose: 'load each kind of page in a throttled browser while others vote and comment',
    },
    'two-versions': {
      script: 'tests/versions/main.ts',
      purpose: 'run an older commit and this tree on one database; go forward and back under load',
    },
    'try-install': {
      script: 'tests/install/main.ts',
      purpose: 'install and start the demo with other versions of npm and Node',
    },
  },
  Benchmarks: {
    'bench-page': { script: 'bench/page/main.ts', purpose: 'measure pages with Lighthouse' },
    'bench-scale': { script: 'bench/scale/main.ts', purpose: 'measure with a million submissions' },
    'simulate-load': {
      script: 'bench/capacity/main.ts',
      purpose: 'calculate what breaks first as the load grows',
    },
  },
  Packages: {
    audit: { script: 'infra/supply-chain/audit.ts', purpose: 'list known vulnerabilities' },
    sbom: { script: 'infra/supply-chain/sbom.ts', purpose: 'write the bill of materials' },
    'trim-lock': {
      script: 'infra/supply-chain/trim-lock.ts',
      purpose: 'remove engine limits from package-lock.json, so that npm on Node 18 installs all',
    },
  },
}
