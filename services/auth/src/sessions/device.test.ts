import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit}`
const macOs = `${mozilla} (Macintosh; Intel Mac OS X 10_15_7)`
const android = `${mozilla} (Linux; Android 14; SM-S918B) ${webKit}`
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const iPad = iPhone.replaceAll('iPhone', 'iPad')

test.each([
  ['Chrome on Windows', `${windows} Chrome/131.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['Edge on Android', `${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],
  ['Edge on iPhone', `${iPhone} Version/17.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1`],
  ['Opera on Windows', `${windows} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`],
  ['Opera on Linux', 'Opera/9.80 (X11; Linux x86_64) Presto/2.12.388 Version/12.16'],
  [
    'Samsung Internet on Android',
    `${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  ['Vivaldi on macOS', `${macOs} ${webKit} Chrome/131.0.0.0 Safari/537.36 Vivaldi/7.0`],
  ['Firefox on Linux', `${mozilla} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`],
  ['Firefox on iPhone', `${iPhone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
  [
    'Chrome on ChromeOS',
    `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/131.0.0.0 Safari/537.36`,
  ],
  [
    'Chrome on Linux',
    `${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/131.0.0.0 Safari/537.36`,
  ],
  ['Chrome on iPad', `${iPad} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`],
  [
    'Safari on macOS',
    `${macOs} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
  ],
  ['Safari on iPhone', `${iPhone} Version/17.4 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Firefox/133.0'],
  ['Unknown browser on Linux', 'curl (Linux)'],
  ['Unknown browser on Linux', 'something (X11; BSD)'],
  ['Unknown browser on macOS', 'something (Mac OS X)'],
  ['Unknown browser', 'curl/8.5.0'],
  // Words that merely contain the name of a browser or a system do not match.
  ['Unknown browser', 'NotFirefox/1.0 MyChrome/1.0 XSafari/1 Androids Windowsill iPhones'],
  ['Unknown browser', ''],
  ['Unknown browser', undefined],
])('a browser is called %s', (name, userAgent) => {
  expect(deviceOf(userAgent)).toBe(name)
})

test('a user agent is read up to 512 characters', () => {
  expect(deviceOf(`${' '.repeat(504)}Firefox/133.0`)).toBe('Firefox')
  expect(deviceOf(`${' '.repeat(505)}Firefox/133.0`)).toBe('Unknown browser')
})
