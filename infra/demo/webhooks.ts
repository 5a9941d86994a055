import type { Db } from '@answerable/service-kit/db'
import { insert } from './insert.ts'

/** A webhook that is paused, because nothing receives the events of the demo. */
export const seedWebhooks = async (db: Db): Promise<void> => {
  await insert(db, 'evidence.webhooks', [
    {
      address: 'https://hooks.example.org/answerable',
      description: 'Newsletter of a consumer association',
      events: ['boycott.status_changed', 'business.responded'],
      state: 'paused',
    },
  ])
}
