import { openEntries, openEntrySeconds } from '@answerable/contracts/review-queue'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'

/** Moving through the queue by keys reports only where the administrator stays. */
const stayMilliseconds = 400
/** Another report within the time for which one counts. */
const repeatMilliseconds = (openEntrySeconds * 1_000) / 3

/** Tells other administrators which entries this one works on. A report that fails is repeated with the next one. */
export const useOpenEntries = (ids: readonly string[]): void => {
  const open = [...ids].sort().join(' ')
  const isReported = useRef(false)
  useEffect(() => {
    if (open === '' && !isReported.current) return
    const report = () => {
      if (document.visibilityState === 'hidden') return
      isReported.current = open !== ''
      send(open === '' ? [] : open.split(' '))
    }
    const first = setTimeout(report, stayMilliseconds)
    const repeated = open === '' ? undefined : setInterval(report, repeatMilliseconds)
    return () => {
      clearTimeout(first)
      clearInterval(repeated)
    }
  }, [open])
  useEffect(
    () => () => {
      if (isReported.current) send([])
    },
    [],
  )
}

const send = (ids: string[]): void => {
  call(openEntries, { body: { ids } }).catch(() => {})
}
