import { useEffect, useState } from 'react'

const slowAfterMilliseconds = 5_000

/** Says after a while that what is loading is still on its way. */
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
