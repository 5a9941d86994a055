import { openDataFileOf, openDataFormats, openDataTables } from '@answerable/contracts/open-data'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer, leave, visit } from '../testing/site.tsx'

afterEach(leave)

const [name, earlier] = ['2026-11-23T020000Z', '2026-11-22T020000Z']
const manifest = {
  ...{ format: 1, name, site: 'https://example.org', takenAt: '2026-11-23T02:00:00.000Z' },
  licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  publicKey: '-----BEGIN PUBLIC KEY-----\nkey\n-----END PUBLIC KEY-----\n',
  moderationLog: { position: 12, hash: 'b'.repeat(64) },
  files: openDataTables.flatMap((table) =>
    openDataFormats.map((format) => ({
      ...{ name: openDataFileOf(table, format), rows: 1_234, bytes: 56_789 },
      sha256: 'c'.repeat(64),
    })),
  ),
}

test('the page offers every file of the latest snapshot with its rows and size, and says how to verify it', async () => {
  fakeServer({ 'GET /api/open-data': () => ({ body: { manifest, earlier: [earlier] } }) })
  visit({ path: '/open-data' })
  const row = within(await screen.findByRole('row', { name: /^Submissions/ }))
  expect(row.getByText('1,234')).toBeTruthy()
  const file = row.getByRole('link', { name: 'Submissions as JSON Lines, 56.8 kB' })
  expect(file.getAttribute('href')).toBe(`/api/open-data/${name}/submissions.jsonl.gz`)
  expect(screen.getAllByRole('row')).toHaveLength(1 + openDataTables.length)
  expect(screen.getByText('November 23, 2026, 02:00 UTC')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Download the files' }).textContent).toContain(
    `https://example.org/api/open-data/${name}/{manifest.json,manifest.sig,submissions.jsonl.gz`,
  )
  expect(screen.getByRole('region', { name: 'Public key' }).textContent).toBe(
    manifest.publicKey.trim(),
  )
  expect(screen.getByText('b'.repeat(64))).toBeTruthy()
  expect(screen.getByRole('link', { name: 'CC0 1.0' })).toBeTruthy()
  const former = screen.getByRole('link', { name: earlier }).getAttribute('href')
  expect(former).toBe(`/api/open-data/${earlier}/manifest.json`)
})

test('before the first snapshot, the page says when it is taken', async () => {
  fakeServer({ 'GET /api/open-data': () => ({ body: { manifest: null, earlier: [] } }) })
  visit({ path: '/open-data' })
  await screen.findByText('There is no snapshot yet.')
  expect(screen.getByText(/the next one is taken at 02:00 UTC/)).toBeTruthy()
})

test('a failed fetch can be repeated', async () => {
  let isDown = true
  fakeServer({
    'GET /api/open-data': () => (isDown ? { status: 503 } : { body: { manifest, earlier: [] } }),
  })
  visit({ path: '/open-data' })
  await screen.findByText('Failed to fetch the open data: Service Unavailable')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'Files of the latest snapshot' })
  expect(screen.getByText(/There is no earlier one/)).toBeTruthy()
})

test('the footer links the open data', async () => {
  fakeServer({ 'GET /api/open-data': () => ({ body: { manifest: null, earlier: [] } }) })
  visit({ path: '/open-data' })
  const footer = within(await screen.findByRole('navigation', { name: 'Footer' }))
  expect(footer.getByRole('link', { name: 'Open data' }).getAttribute('href')).toBe('/open-data')
})
