import { LinkedText } from '../../ui/linked-text.tsx'

export const Sources = ({ text }: { text: string }) => (
  <p className="whitespace-pre-line wrap-anywhere">
    <LinkedText text={text} />
  </p>
)
