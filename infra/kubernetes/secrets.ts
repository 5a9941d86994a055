import { serviceNames } from '@answerable/contracts/route'
import { containerSecrets, type OwnServers } from '../secrets/derived.ts'

type Options = {
  masterKey: string
  servers: Required<OwnServers>
  SMTP_URL: string
  /** Start of the names, by default the name of the chart's release. */
  prefix: string
}

/** The Secrets of the chart: one for each program and one for the migrator, each with what it reads. */
export const kubernetesSecrets = ({ masterKey, servers, SMTP_URL, prefix }: Options): object => {
  const files = containerSecrets(masterKey, servers)
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [...serviceNames, 'migrate'].map((program) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: `${prefix}-${program}`,
        labels: { 'app.kubernetes.io/name': 'answerable' },
      },
      type: 'Opaque',
      stringData: { ...files[program], ...(program === 'auth' ? { 'smtp-url': SMTP_URL } : {}) },
    })),
  }
}
