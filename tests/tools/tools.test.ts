import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

it('finds a browser that draws a page', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-browser-'))
  const browser = await chromium.launch(findChromium())
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } })
    await page.setContent('<p><b>Answerable</b> on a page</p>')
    const box = await page.locator('b').boundingBox()
    const path = join(directory, 'page.png')
    await page.screenshot({ path })
    expect(box?.width).toBeGreaterThan(50)
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
  } finally {
    await browser.close()
    rmSync(directory, { recursive: true })
  }
})
