import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestNetwork, type TestNetwork } from '@answerable/evidence/testing/network'
import { selfSigned } from '../tests/tools/self-signed.ts'
import { reservedPort } from './reserved-port.ts'

const portsVariable = 'E2E_PROOF_PORTS'
const directory = join(import.meta.dirname, '../.cache/e2e-proofs')

/** The business website that journeys serve by https. */
export const securedWebsite = 'bk.com'

/**
 * Environment of the demo site: it looks up proofs at the servers of a journey, and trusts their certificate.
 * Playwright's workers load the configuration again and use the same servers.
 */
export const proofEnvironment = async (): Promise<Record<string, string>> => {
  if (process.env[portsVariable] === undefined) {
    mkdirSync(directory, { recursive: true })
    const certificate = selfSigned(securedWebsite)
    writeFileSync(join(directory, 'certificate.json'), JSON.stringify(certificate))
    writeFileSync(join(directory, 'certificate.pem'), certificate.cert)
    process.env[portsVariable] = [
      await reservedPort(),
      await reservedPort(),
      await reservedPort(),
    ].join()
  }
  const ports = (process.env[portsVariable] ?? '').split(',')
  return {
    EVIDENCE_TEST_NETWORK: ports.map((port) => `127.0.0.1:${port}`).join(),
    NODE_EXTRA_CA_CERTS: join(directory, 'certificate.pem'),
  }
}

/** Name server and websites of a journey. Only one journey at a time can have them. */
export const startProofNetwork = (): Promise<TestNetwork> => {
  const [names = 0, plain = 0, secure = 0] = (process.env[portsVariable] ?? '')
    .split(',')
    .map(Number)
  return startTestNetwork({ names, plain, secure })
}

export const websiteCertificate = (): { key: string; cert: string } =>
  JSON.parse(readFileSync(join(directory, 'certificate.json'), 'utf8')) as {
    key: string
    cert: string
  }
