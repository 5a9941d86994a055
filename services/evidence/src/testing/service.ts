import { randomBytes } from 'node:crypto'
import type { Environment } from '@answerable/service-kit/config'
import { startTestService, type TestService } from '@answerable/service-kit/testing/service'
import { evidence } from '../service.ts'

/** The real service; by default without a catalog. */
export const startTestEvidence = (environment: Environment = {}): Promise<TestService> =>
  startTestService(evidence, {
    CATALOG_URL: 'http://127.0.0.1:9',
    WEBHOOK_KEY: randomBytes(32).toString('base64url'),
    ...environment,
  })
