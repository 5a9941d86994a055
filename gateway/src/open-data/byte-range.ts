import type { ByteRange } from '@answerable/service-kit/snapshot-store/snapshot-store'

/**
 * The part of a file that a Range header asks for. Several ranges and headers that are not valid mean the whole file
 * (RFC 9110, section 14.2).
 */
export const rangeOf = (
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'outside' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  // `-5` means the last five bytes.
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'outside' : { start, end }
}
