import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectEmbed } from './embed.ts'

const youtube = (id: string) => ({
  embedType: 'youtube',
  embedUrl: `https://www.youtube-nocookie.com/embed/${id}`,
})
const tiktok = (id: string) => ({
  embedType: 'tiktok',
  embedUrl: `https://www.tiktok.com/player/v1/${id}`,
})
const twitter = (id: string) => ({
  embedType: 'twitter',
  embedUrl: `https://platform.twitter.com/embed/Tweet.html?id=${id}`,
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['http://youtube.com/watch?feature=shared&v=dQw4w9WgXcQ&t=1,2', youtube('dQw4w9WgXcQ')],
  ['HTTPS://M.YOUTUBE.COM/watch?v=dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://music.youtube.com/watch?v=-_w4w9WgX-_', youtube('-_w4w9WgX-_')],
  ['https://youtu.be/dQw4w9WgXcQ?t=42', youtube('dQw4w9WgXcQ')],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://www.youtube.com/live/dQw4w9WgXcQ/', youtube('dQw4w9WgXcQ')],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube('dQw4w9WgXcQ')],
  ['https://www.tiktok.com/@some.user_1/video/7123456789012345678', tiktok('7123456789012345678')],
  ['https://m.tiktok.com/@u/video/7?lang=en', tiktok('7')],
  ['https://twitter.com/jack/status/20', twitter('20')],
  ['https://mobile.twitter.com/jack/status/20?s=20', twitter('20')],
  ['https://x.com/jack/status/20/photo/1', twitter('20')],
])('%s is embedded', (sources, embed) => {
  expect(detectEmbed(sources)).toEqual(embed)
})

test.each([
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQx',
  'https://www.youtube.com/watch?v=dQw4w9WgXc%22',
  'https://www.youtube.com/watch/list?v=dQw4w9WgXcQ',
  'https://www.youtube.com/@channel',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil-youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com./watch?v=dQw4w9WgXcQ',
  'https://youtubе.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://user:secret@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://youtube.com\\@evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?u=https://youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript://youtube.com/watch?v=dQw4w9WgXcQ',
  'youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.tiktok.com/@user/video/seven',
  'https://www.tiktok.com/user/video/7',
  'https://vm.tiktok.com/ZMabc/',
  'https://x.com/jack/status/20abc',
  'https://x.com/a/b/status/20',
  'https://netflix.com/jack/status/20',
  '',
])('%s is not embedded', (sources) => {
  expect(detectEmbed(sources)).toBeNull()
})

test('the first link that can be embedded wins', () => {
  const sources =
    'See https://example.com, then https://x.com/jack/status/20 or https://youtu.be/dQw4w9WgXcQ'
  expect(detectEmbed(sources)).toEqual(twitter('20'))
})

const linkWithEmbed = fc.oneof(
  fc
    .stringMatching(/^[\w-]{11}$/)
    .map((id) => [`https://www.youtube.com/watch?v=${id}`, youtube(id)] as const),
  fc
    .stringMatching(/^[0-9]{1,20}$/)
    .map((id) => [`https://www.tiktok.com/@user/video/${id}`, tiktok(id)] as const),
  fc
    .stringMatching(/^[0-9]{1,20}$/)
    .map((id) => [`https://twitter.com/user/status/${id}`, twitter(id)] as const),
)

test('the text around a link does not matter', () => {
  const before = fc.constantFrom('', 'Source: ', '(', '[video](', '"', '<a href="', '- ', '…', '\n')
  const after = fc.constantFrom('', ' and more', ')', ').', '",', '">', '!', '\n', '。', '**')
  fc.assert(
    fc.property(before, linkWithEmbed, after, (head, [link, embed], tail) => {
      expect(detectEmbed(`${head}${link}${tail}`)).toEqual(embed)
    }),
  )
})

const player =
  /^https:\/\/(?:www\.youtube-nocookie\.com\/embed\/[\w-]{11}|www\.tiktok\.com\/player\/v1\/\d+|platform\.twitter\.com\/embed\/Tweet\.html\?id=\d+)$/

test('any text gives one of the three players or nothing, and never throws', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...['https://', 'http://', 'youtube.com', 'youtu.be', 'tiktok.com', 'x.com', 'www.', '/'],
      ...['watch?v=', '@', 'a', '/video/', '/status/', '123', 'dQw4w9WgXcQ', '%', '\\', ':', '#'],
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const embed = detectEmbed(parts.join(''))
      if (embed !== null) expect(embed.embedUrl).toMatch(player)
    }),
    { numRuns: 2_000 },
  )
})
