import Copy from 'lucide-react/icons/copy'
import { useToast } from './toast.tsx'

/** A text to publish elsewhere, with a button that copies it. */
export const CopyField = ({ label, text }: { label: string; text: string }) => {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied!' })
    } catch {
      toast({
        title: 'Failed to copy',
        description: 'Please select and copy the text',
        variant: 'destructive',
      })
    }
  }
  return (
    <div className="copy-field">
      <p className="font-semibold">{label}</p>
      <div className="copy-line">
        <code>{text}</code>
        <button
          type="button"
          className="button-secondary"
          aria-label={`Copy the ${label.toLowerCase()}`}
          onClick={() => void copy()}
        >
          <Copy size={14} aria-hidden />
          Copy
        </button>
      </div>
    </div>
  )
}
