import type { Notice } from '@answerable/contracts/notifications'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Listed } from '../../api/listed.ts'

/**
 * New notices move the list down only while the reader neither points at it nor has the focus in it. Otherwise
 * they are counted until the reader shows them.
 */
export const useShownNotices = (
  page: number,
  latest: Listed<Notice> | undefined,
  element: RefObject<HTMLElement | null>,
) => {
  const [newest, setNewest] = useState<{ page: number; id: number }>()
  const newestId = latest?.rows[0]?.id
  const limit = newest?.page === page ? newest.id : Number.POSITIVE_INFINITY
  const old = latest?.rows.filter(({ id }) => id <= limit) ?? []
  const isHeldBack = old.length > 0
  const showNew = () => {
    if (newestId !== undefined) setNewest({ page, id: newestId })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once for each newest notice
  useLayoutEffect(() => {
    if (element.current?.matches(':hover, :focus-within') !== true) showNew()
  }, [newestId, page])
  return {
    shown: latest && isHeldBack ? { ...latest, rows: old } : latest,
    newCount: latest && isHeldBack ? latest.rows.length - old.length : 0,
    showNew,
  }
}
