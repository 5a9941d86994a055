import type { ReactNode } from 'react'
import { addressParts } from './address-parts.ts'

/** A text in which addresses are links. */
export const LinkedText = ({ text }: { text: string }) =>
  addressParts(text).map((part, index) => {
    const key = `${index} ${part.text}`
    if (part.href === undefined) return <span key={key}>{part.text}</span>
    return (
      <OutsideLink key={key} href={part.href}>
        {part.text}
      </OutsideLink>
    )
  })

/** A link that a member wrote. */
export const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
    {children}
  </a>
)
