import content from './content.json' with { type: 'json' }
import type { Defence } from './defence.ts'
import limitsAndLive from './limits-and-live.json' with { type: 'json' }
import record from './record.json' with { type: 'json' }
import requests from './requests.json' with { type: 'json' }
import signIn from './sign-in.json' with { type: 'json' }
import votes from './votes.json' with { type: 'json' }

export const defences: readonly Defence[] = [
  ...signIn,
  ...requests,
  ...limitsAndLive,
  ...content,
  ...record,
  ...votes,
]
