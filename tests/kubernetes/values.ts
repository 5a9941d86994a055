import { serviceNames } from '@answerable/contracts/route'

/** Settings that every site needs. */
export const settings = { PUBLIC_ORIGIN: 'https://example.org', MAIL_FROM: 'site@example.org' }
/** Values that use every part of the chart. */
export const everything = {
  settings: {
    ...settings,
    NATS_REPLICAS: '3',
    OPEN_DATA_STORE: 's3://open-data/answerable',
    OPEN_DATA_ENDPOINT: 'https://s3.example.org',
    OPEN_DATA_ACCESS_KEY_ID: 'answerable',
    BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    BACKUP_STORE: 's3://backups/answerable',
    BACKUP_ENDPOINT: 'https://s3.example.org',
    BACKUP_ACCESS_KEY_ID: 'backups',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://tempo.monitoring:4318',
  },
  image: { pullSecrets: [{ name: 'registry' }] },
  certificateAuthority: { configMap: 'own-ca' },
  countryDatabase: {
    volume: { persistentVolumeClaim: { claimName: 'countries' } },
    file: 'own.mmdb',
  },
  backups: { schedule: '15 2 * * *' },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'example.org',
    tlsSecret: 'site-tls',
    annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
  },
  monitoring: { enabled: true, dashboards: true, labels: { release: 'prometheus' } },
  networkPolicies: {
    peers: { ingress: [{ namespaceSelector: { matchLabels: { name: 'ingress-nginx' } } }] },
  },
}
/** Values of the smallest site. */
export const smallest = {
  settings,
  places: false,
  networkPolicies: { enabled: false },
  programs: Object.fromEntries(serviceNames.map((name) => [name, { min: 1, max: 0, cpu: 70 }])),
}
