import { addressParts } from '../../ui/address-parts.ts'
import { OutsideLink } from '../../ui/linked-text.tsx'

type SourceLinkProps = {
  address: string
  title?: string | null
  /** Whether the page shows the address elsewhere, so that its host is enough. */
  isShort?: boolean
}

/** Shows a title, or the address as links in texts show it. */
export const SourceLink = ({ address, title = null, isShort = false }: SourceLinkProps) => (
  <OutsideLink href={address}>
    {title ?? (isShort ? hostOf(address) : (addressParts(address)[0]?.text ?? address))}
  </OutsideLink>
)

export const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '')
