import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { blockStorage } from '../testing/storage.ts'
import { freshDraft, loadDraft, saveDraft } from './draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const empty = { targetName: '', reasons: '' }

test('any typed text is restored with the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (targetName, reasons) => {
      const draft = { ...freshDraft(empty), fields: { targetName, reasons } }
      saveDraft('draft', draft)
      const isBlank = `${targetName}${reasons}`.trim() === ''
      if (isBlank) expect(localStorage.getItem('draft')).toBe(null)
      else expect(loadDraft('draft', empty)).toEqual(draft)
    }),
  )
})

test('a damaged, foreign or outdated draft is ignored', () => {
  for (const text of ['', '{', 'null', '[]', '{"key":"x","fields":{}}']) {
    localStorage.setItem('draft', text)
    expect(loadDraft('draft', empty).fields).toEqual(empty)
  }
  const key = crypto.randomUUID()
  localStorage.setItem('draft', JSON.stringify({ key, fields: { reasons: 'kept', gone: 'x' } }))
  expect(loadDraft('draft', empty)).toEqual({ key, fields: { targetName: '', reasons: 'kept' } })
})

test('blocked storage behaves like no storage', () => {
  blockStorage()
  saveDraft('draft', { ...freshDraft(empty), fields: { ...empty, reasons: 'typed' } })
  saveDraft('draft', freshDraft(empty))
  expect(loadDraft('draft', empty).fields).toEqual(empty)
})
