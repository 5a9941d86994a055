import { sites } from './sites.ts'

// The settings that journeys need on a running site, as an environment file:
// node infra/launch/launch.mjs e2e/site-settings.ts

const settings = { TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'debug', ...sites.demo }
for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
