import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'

const shownMs = 2_000

/** Copies an address to the clipboard and confirms it for two seconds. */
export const CopyButton = ({ text }: { text: string }) => {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)
  const toast = useToast()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew with each copy
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied, copies])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setCopied(false)
      toast({
        title: 'Failed to copy',
        description: 'Please copy the address manually',
        variant: 'destructive',
      })
      return
    }
    setCopied(true)
    setCopies((before) => before + 1)
    toast({ title: 'Copied!' })
  }

  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className="button-primary copy-button" onClick={() => void copy()}>
      <Icon size={16} aria-hidden />
      {isCopied ? 'Copied!' : 'Copy'}
    </button>
  )
}
