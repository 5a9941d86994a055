import { useEffect, useState } from 'react'

const slowAfterMilliseconds = 5_000

/** Shows after a while that the page is still loading. */
export const SlowNotice = () => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="slow-notice">
      {isSlow && 'Still loading. The connection or the site is slow.'}
    </p>
  )
}
