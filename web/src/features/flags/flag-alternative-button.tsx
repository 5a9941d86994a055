import type { Alternative } from '@answerable/contracts/alternatives'
import { FlagButton } from './flag-button.tsx'

export const FlagAlternativeButton = ({
  alternative: { id, name },
}: {
  alternative: Alternative
}) => <FlagButton subject={{ kind: 'alternative', id, name }} />
