import type { OfficialResponse } from '@answerable/contracts/responses'
import { FlagButton } from './flag-button.tsx'

export const FlagResponseButton = ({ response }: { response: OfficialResponse }) => (
  <FlagButton
    subject={{
      kind: 'response',
      id: response.id,
      name: `the response of ${response.business.name}`,
    }}
  />
)
