import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, slotLimits } from '@answerable/contracts/limits'
import { pictureSize } from '@answerable/contracts/share'
import { sessionHintCookie } from '@answerable/contracts/sign-in'
import type { Submission } from '@answerable/contracts/submissions'
import { AppError } from '@answerable/service-kit/errors'
import { createLog } from '@answerable/service-kit/log'
import { limitedLog } from '@answerable/service-kit/observability/limited-log'
import { until } from '@answerable/service-kit/testing/until'
import type { CanvasKit, default as OpenCanvasKit } from 'canvaskit-wasm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { gateway } from '../service.ts'
import { shared } from '../testing/cached.ts'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'
import { json } from '../testing/stand-in.ts'
import { draw } from './draw.ts'
import { drawingThread } from './drawing-thread.ts'
import { openPictures, type Pictures } from './drawn-pictures.ts'
import { maxFontFiles, openFonts } from './fonts.ts'
import { pictureOfSite, pictureOfSubmission } from './picture.ts'

/** For pictures without a gateway: the machine may be too busy for the usual limits. */
const patient = { waitMilliseconds: 600_000, drawMilliseconds: 600_000 }
const log = limitedLog(createLog({ service: 'test', level: 'silent' }))

let site: TestGateway
let kit: CanvasKit
let pictures: Pictures
const submission = {
  id: 'a1B2c3D4',
  targetName: 'Acme',
  reasons: 'It **sells** anvils.',
  status: 'active',
  score: 1_234,
  participantCount: 5,
  commentCount: 0,
  author: { username: 'quiet-heron' },
} as Submission

beforeAll(async () => {
  pictures = openPictures(log, patient)
  const require = createRequire(import.meta.url)
  const openCanvasKit: typeof OpenCanvasKit.default = require('canvaskit-wasm')
  const locateFile = (file: string) => require.resolve(`canvaskit-wasm/bin/${file}`)
  ;[site, kit] = await Promise.all([
    startTestGateway({ PUBLIC_ORIGIN: 'https://answerable.example' }),
    openCanvasKit({ locateFile }),
  ])
})
afterAll(() => Promise.all([site.stop(), pictures.close()]))
beforeEach(() => site.catalog.replyWith(shared(submission)))

/** Asks again while the machine is too busy to draw a picture in the time that a request waits. */
const untilDrawn = <Reply extends { status: number }>(ask: () => Promise<Reply>): Promise<Reply> =>
  until(async () => {
    const reply = await ask()
    if (reply.status === 503) throw new Error('no picture yet')
    return reply
  })

const pictureAt = async (id: string, request: RequestInit = {}) => {
  const address = new URL(`/share/${id}.png`, site.url)
  const response = await untilDrawn(() => fetch(address, { redirect: 'manual', ...request }))
  return { response, png: Buffer.from(await response.arrayBuffer()) }
}

type Area = { top: number; bottom: number }
const body = { top: 150, bottom: 500 }

/** The share of dark pixels in a part of a picture. */
const inkIn = (png: Buffer, { top, bottom }: Area): number => {
  const image = kit.MakeImageFromEncoded(png)
  if (image === null) throw new Error('not a picture')
  expect({ width: image.width(), height: image.height() }).toEqual(pictureSize)
  const pixels = image.readPixels(0, top, {
    ...image.getImageInfo(),
    ...{ width: pictureSize.width, height: bottom - top },
    ...{ alphaType: kit.AlphaType.Unpremul, colorType: kit.ColorType.RGBA_8888 },
    colorSpace: kit.ColorSpace.SRGB,
  })
  image.delete()
  const greens = [...(pixels ?? [])].filter((_, at) => at % 4 === 1)
  return greens.filter((green) => green < 128).length / greens.length
}

test('a boycott has a picture of the size that other sites expect, with its text', async () => {
  const { response, png } = await pictureAt(submission.id)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
    'content-length': String(png.length),
  })
  expect(inkIn(png, body)).toBeGreaterThan(0.01)
  expect(png.includes(submission.author?.username ?? '')).toBe(false)
})

test('the picture is the same with and without a session, and sets no cookie', async () => {
  const before = site.auth.received.length
  const visitor = await pictureAt(submission.id)
  const headers = { cookie: `sid=something; ${sessionHintCookie}=1` }
  const member = await pictureAt(submission.id, { headers })
  expect(member.png.equals(visitor.png)).toBe(true)
  expect(member.response.headers.has('set-cookie')).toBe(false)
  expect(site.auth.received.length).toBe(before)
})

test('a client that has the picture gets 304 until its text, status or figures change', async () => {
  const first = await pictureAt(submission.id)
  const headers = { 'if-none-match': String(first.response.headers.get('etag')) }
  const second = await pictureAt(submission.id, { headers })
  expect({ status: second.response.status, length: second.png.length }).toEqual({
    status: 304,
    length: 0,
  })
  for (const change of [
    { reasons: 'Others.' },
    { status: 'met' },
    { score: 12 },
    { targetName: 'B' },
  ]) {
    const id = `chg${Object.keys(change)[0]?.slice(0, 5)}`.padEnd(8, '0')
    site.catalog.replyWith(shared({ ...submission, ...change }))
    const { response, png } = await pictureAt(id, { headers })
    expect(response.status).toBe(200)
    expect(png.equals(first.png)).toBe(false)
  }
})

test('HEAD has the headers of GET', async () => {
  const { response, png } = await pictureAt(submission.id, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000)
  expect(png.length).toBe(0)
})

test('a missing, removed or impossible boycott has no picture', async () => {
  site.catalog.replyWith(json(404, { error: { code: 'submission_not_found' } }))
  for (const id of ['e5F6g7H8', 'short', 'much-too-long'])
    expect((await pictureAt(id)).response.status).toBe(404)
})

test('the picture of a boycott that is removed while it is drawn is not sent', async () => {
  const id = 'r1R2r3R4'
  const title = `Removed ${id}`
  site.catalog.replyWith((received, response, request) => {
    shared({ ...submission, targetName: title }, { 'cdn-cache-control': 'no-store' })(
      received,
      response,
      request,
    )
    site.catalog.replyWith(json(404, { error: { code: 'submission_not_found' } }))
  })
  expect((await pictureAt(id)).response.status).toBe(404)
})

test('the picture of a merged boycott redirects to the remaining one', async () => {
  site.catalog.replyWith(json(301, {}, { location: `/api/boycotts/${submission.id}` }))
  const { response } = await pictureAt('m1M2m3M4')
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/share/${submission.id}.png`)
})

test('the site has a picture, also while no boycott can be read', async () => {
  site.catalog.replyWith(json(503, { error: {} }))
  const { response, png } = await pictureAt('site')
  expect(response.status).toBe(200)
  expect(inkIn(png, body)).toBeGreaterThan(0.01)
})

const drawn = async (targetName: string, reasons = '') => {
  const content = pictureOfSubmission({ ...submission, targetName, reasons }, 'answerable.example')
  return (await pictures.draw(content)).png
}

const scripts = {
  Latin: 'Nestlé Đường Łódź',
  Cyrillic: 'Национальная компания',
  Greek: 'Εταιρεία',
  Arabic: 'شركة المياه',
  Hebrew: 'חברת המים',
  Chinese: '某某食品有限公司',
  Japanese: '株式会社サンプルの働き',
  Korean: '한국유통 주식회사',
  Devanagari: 'राष्ट्रीय जल कंपनी',
  Thai: 'บริษัทน้ำแห่งชาติ',
  emoji: '🔥👗👩‍🌾',
}

const chinese =
  '近年来，多家媒体报道称该公司在其海外工厂中长期雇用未成年工人，工人每天工作超过十二小时，且得不到应有的报酬与医疗保障。' +
  '我们要求公司公开供应链名单，允许独立机构进入工厂检查，并向受害者支付赔偿。在公司采取行动之前，我们呼吁消费者停止购买其产品。'

test('every script is drawn, and what no font has is left out instead of drawn as boxes', async () => {
  const fallback = await drawn('ქართული')
  expect(fallback.equals(await drawn('ქართული', 'ეს ტექსტი'))).toBe(true)
  expect(inkIn(fallback, body)).toBeGreaterThan(0.01)
  for (const [script, text] of Object.entries(scripts)) {
    const png = await drawn(text)
    expect({ script, isFallback: png.equals(fallback) }).toEqual({ script, isFallback: false })
    expect({ script, hasInk: inkIn(png, body) > 0.005 }).toEqual({ script, hasInk: true })
  }
})

test('long texts end in the body of the picture, and markup is text', async () => {
  const long = ['x'.repeat(200), 'word '.repeat(40), '👩‍🌾'.repeat(60), '漢字'.repeat(60)]
  const empty = await drawn('A', '')
  for (const text of [...long, '<script>alert(1)</script>']) {
    const png = await drawn(text, text.repeat(20))
    expect(inkIn(png, body)).toBeGreaterThan(0.02)
    // The figures are in the same place, and nothing else is.
    const figures = { top: 520, bottom: 610 }
    expect(inkIn(png, figures)).toBeCloseTo(inkIn(empty, figures), 5)
  }
})

test('few drawings wait, the others are refused at once, and equal ones are shared', async () => {
  const pictures = openPictures(log, { ...patient, waiting: 2 })
  const content = (host: string) => pictureOfSite(`${host}.example`)
  const outcomes = await Promise.allSettled(
    ['a', 'a', 'b', 'c', 'd', 'e', 'f'].map((host) => pictures.draw(content(host))),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(3)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
  expect(outcomes[1]).toEqual(outcomes[0])
  expect(pictures.find(content('a'))).toBeDefined()
  expect((await pictures.draw(content('f'))).png.length).toBeGreaterThan(1_000)
  await pictures.close()
})

test('texts are cut where they need too many fonts, and a paragraph of 250 letters is whole', async () => {
  const fonts = openFonts()
  const hangul = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0xac00 + at * 22))
  const heavy = hangul.join('')
  const { files, texts } = fonts.filesFor(['Acme', heavy] as const)
  expect(files.length).toBe(maxFontFiles)
  expect(texts[0]).toBe('Acme')
  expect(texts[1]).toMatch(/^[가-힣]{20,400}…$/)
  expect(inkIn(await drawn(heavy.slice(0, 200), heavy), body)).toBeGreaterThan(0.02)
  const paragraph = chinese.repeat(3).slice(0, 250)
  expect(fonts.filesFor([scripts.Latin, paragraph] as const).texts[1]).toBe(paragraph)
  const mixed = Object.values(scripts).join(' ')
  expect(fonts.filesFor([mixed, heavy] as const).texts[0]).toBe(mixed)
})

const faultyModule = new URL('../testing/faulty-drawing.ts', import.meta.url)

/** Draws quickly, because a picture is only the id of its thread. Some titles cause faults. */
const openFaultyPictures = (settings: Parameters<typeof openPictures>[1] = {}) => {
  const write = vi.fn()
  const log = { write, isLevelEnabled: () => true }
  const pictures = openPictures(log, { ...patient, module: faultyModule, ...settings })
  onTestFinished(() => pictures.close())
  const threadOf = async (title: string, text = '') =>
    (await pictures.draw({ title, text, chip: '', figures: [], site: 'a.example' })).png[0]
  return { pictures, threadOf, write }
}
const unavailable = { code: 'unavailable' }
const notDrawn = (message: string) => [
  'warn',
  { err: expect.objectContaining({ message: expect.stringContaining(message) }) },
  'a picture was not drawn',
]

/** A gateway that draws in this way. */
const gatewayWith = (pictures: Pictures): typeof gateway => ({
  ...gateway,
  openDeps: async (config, kit) => {
    const deps = await gateway.openDeps(config, kit)
    await deps.pictures.close()
    return { ...deps, pictures }
  },
})

const limitedSite = async (definition = gateway) => {
  const limited = await startTestGateway({ TRUST_PROXY_HOPS: '1' }, definition)
  onTestFinished(() => limited.stop())
  limited.catalog.replyWith((received, response, request) => {
    const targetName = String(received.url).split('/').at(-1)
    shared({ ...submission, targetName })(received, response, request)
  })
  return (address: string, at: number) =>
    untilDrawn(() =>
      limited.request({
        path: `/share/pic${String(at).padStart(5, '0')}.png`,
        headers: { 'x-forwarded-for': address },
      }),
    )
}

test('drawings have a limit for each network, which drawn and shared pictures do not use up', async () => {
  // Quick, because the limit is one of a minute.
  const from = await limitedSite(gatewayWith(openFaultyPictures().pictures))
  const allowed = limits.pictures.network[0].calls
  await Promise.all([from('198.51.100.1', 0), from('198.51.100.1', 0), from('198.51.100.1', 0)])
  for (let at = 1; at < allowed; at += 1) {
    expect((await from('198.51.100.1', at)).status).toBe(200)
    expect((await from('198.51.100.1', 0)).status).toBe(200)
  }
  const refused = await from('198.51.100.1', allowed)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('198.51.100.1', 0)).status).toBe(200)
  expect((await from('198.51.100.2', allowed)).status).toBe(200)
})

test('a network waits for a few drawings at once, so that others do too', async () => {
  const from = await limitedSite()
  const many = Array.from({ length: 20 }, (_, at) => from('198.51.100.1', at))
  const other = from('198.51.100.2', 20)
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
    slotLimits.drawings,
  )
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect((await other).status).toBe(200)
  expect((await from('198.51.100.1', 21)).status).toBe(200)
})

test('a drawing that goes on after its request counts for its network until it ends', async () => {
  const ended = Promise.withResolvers<void>()
  const slowPictures: Pictures = {
    ...pictures,
    draw: () => Promise.reject(new AppError('unavailable')),
    settled: () => ended.promise,
    close: async () => {},
  }
  const slow = await startTestGateway({}, gatewayWith(slowPictures))
  onTestFinished(() => slow.stop())
  const ask = async () => (await slow.request({ path: '/share/site.png' })).status
  for (let at = 0; at < slotLimits.drawings; at += 1) expect(await ask()).toBe(503)
  expect(await ask()).toBe(429)
  ended.resolve()
  expect(await ask()).toBe(503)
})

test('a thread that draws for too long is ended, and the next picture gets a new one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const begun = join(folder, 'begun')
  const { threadOf, write } = openFaultyPictures({ drawMilliseconds: 1_000 })
  // A busy machine may not start the thread in that time.
  do await expect(threadOf('endless', begun)).rejects.toMatchObject(unavailable)
  while (!existsSync(begun))
  await until(() => threadOf('b'))
  expect(write.mock.calls[0]).toEqual(notDrawn('aborted due to timeout'))
})

test('after a thread has crashed, the pictures that wait are drawn by a new one', async () => {
  const { threadOf, write } = openFaultyPictures()
  const first = await threadOf('a')
  const drawings = ['crash', 'b', 'c'].map((title) => threadOf(title))
  const [crash, ...others] = await Promise.allSettled(drawings)
  expect(crash).toMatchObject({ status: 'rejected', reason: unavailable })
  expect(others[0]).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect(others[0]).not.toMatchObject({ value: first })
  expect(others[1]).toEqual(others[0])
  expect(write.mock.calls).toEqual([notDrawn('the thread crashed')])
})

test('a thread that cannot start ends no more than its drawing', async () => {
  const { threadOf, write } = openFaultyPictures({ module: new URL('none.ts', import.meta.url) })
  for (const title of ['a', 'b']) await expect(threadOf(title)).rejects.toMatchObject(unavailable)
  expect(write.mock.calls).toEqual([notDrawn('none.ts'), notDrawn('none.ts')])
})

test('a thread that crashes without work, or needs much memory, is replaced', async () => {
  const { threadOf } = openFaultyPictures()
  const ended = Promise.withResolvers<void>()
  process.once('worker', (thread) => thread.once('exit', ended.resolve))
  // The error may come before the picture.
  const first = await until(() => threadOf('crash later'))
  await ended.promise
  let at = 0
  await until(async () => expect(await threadOf(`a${at++}`)).not.toBe(first))
  const large = await threadOf('large')
  expect(await threadOf('b')).not.toBe(large)
  expect(await threadOf('c')).toBe(await threadOf('b'))
})

test('a thread ends after a time without work', async () => {
  const thread = drawingThread(faultyModule, 1)
  onTestFinished(thread.end)
  const draw = async () => (await thread.draw(pictureOfSite('a'), AbortSignal.any([]))).png[0]
  const first = await draw()
  await until(async () => expect(await draw()).not.toBe(first))
})

test('drawings end when the pictures are closed', async () => {
  const { pictures, threadOf, write } = openFaultyPictures()
  const drawings = ['a', 'b', 'c'].map((title) => threadOf(title))
  const ended = Promise.allSettled(drawings)
  await pictures.close()
  for (const { status } of await ended) expect(status).toBe('rejected')
  expect(write).not.toHaveBeenCalled()
})

test('a request does not wait for a slow drawing, and a later request finds its picture', async () => {
  const pictures = openPictures(log, { ...patient, waitMilliseconds: 1 })
  const content = pictureOfSite('a.example')
  const refused = { code: 'unavailable', retryAfterSeconds: 5 }
  await expect(pictures.draw(content)).rejects.toMatchObject(refused)
  await expect(pictures.draw(content)).rejects.toMatchObject(refused)
  expect(pictures.isDrawing(content)).toBe(true)
  await pictures.settled(content)
  expect(pictures.find(content)?.png.length).toBeGreaterThan(1_000)
  await pictures.close()
})

test('the cache has a bound', async () => {
  const first = pictureOfSite('a.example')
  const pictures = openPictures(log, { ...patient, bytes: 100_000 })
  for (const host of ['a', 'b', 'c']) await pictures.draw(pictureOfSite(`${host}.example`))
  expect(pictures.find(first)).toBeUndefined()
  expect(pictures.find(pictureOfSite('c.example'))).toBeDefined()
  await pictures.close()
})

test('the memory that a picture used is free for the next one', async () => {
  for (let at = 0; at < 120; at += 1)
    expect((await draw(pictureOfSite(`${at}.example`))).hasGrown).toBe(false)
})
