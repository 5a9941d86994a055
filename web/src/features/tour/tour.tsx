import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { useModal } from '../../ui/use-modal.ts'
import { storeTourEnded } from './tour-flags.ts'
import { tourSteps } from './tour-steps.ts'
import { useScrollBack, useTourLayout } from './use-tour-layout.ts'

const closeDelayMs = 300

/** Five steps, each with a highlighted area of the page. */
export const Tour = ({ onEnded }: { onEnded: () => void }) => {
  const [index, setIndex] = useState(0)
  const [isClosing, setClosing] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const textId = useId()
  useCloseDelay(isClosing, onEnded)
  useScrollBack()

  const end = (how: 'completed' | 'closed') => {
    if (isClosing) return
    storeTourEnded(how)
    setClosing(true)
  }
  const modal = useModal(() => end('closed'))
  const step = tourSteps[index]
  const layout = useTourLayout(step?.area, panel)
  if (step === undefined) return null

  const isLast = index === tourSteps.length - 1
  const goBack = () => {
    setIndex(index - 1)
    // On the first step this button becomes disabled and would lose the focus.
    if (index === 1) next.current?.focus()
  }
  return (
    <dialog
      {...modal}
      className="dialog tour"
      data-closing={isClosing || undefined}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <div
        className="tour-spot"
        data-lit={layout?.spot ? '' : undefined}
        style={layout?.spot ?? undefined}
      />
      <div ref={panel} className="dialog-panel tour-panel" style={layout?.panel}>
        <div className="flex items-center justify-between">
          <span className="badge figure">
            {index + 1} of {tourSteps.length}
          </span>
          <button
            type="button"
            className="button-icon -mr-3"
            aria-label="Close"
            onClick={() => end('closed')}
          >
            <X size={18} aria-hidden />
          </button>
        </div>
        <progress
          className="tour-progress"
          aria-label="Progress of the tour"
          value={index + 1}
          max={tourSteps.length}
        />
        <div className="tour-text" aria-live="polite">
          <h2 id={titleId} className="dialog-title">
            {step.title}
          </h2>
          <div id={textId} className="mt-2 grid gap-2 text-balance">
            {step.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <div className="tour-actions">
          {!isLast && (
            <button type="button" className="button-skip" onClick={() => end('closed')}>
              <ByWidth narrow="Skip" wide="Skip tour" />
            </button>
          )}
          <div className="ml-auto flex gap-2">
            <button
              type="button"
              className="button-secondary"
              disabled={index === 0}
              onClick={goBack}
            >
              Back
            </button>
            <button
              ref={next}
              type="button"
              className="button-primary"
              data-initial-focus
              onClick={() => (isLast ? end('completed') : setIndex(index + 1))}
            >
              {isLast ? <ByWidth narrow="Start" wide="Get Started" /> : 'Next'}
            </button>
          </div>
        </div>
      </div>
    </dialog>
  )
}

const ByWidth = ({ narrow, wide }: { narrow: string; wide: string }) => (
  <>
    <span className="narrow-only">{narrow}</span>
    <span className="wide-only">{wide}</span>
  </>
)

const useCloseDelay = (isClosing: boolean, onEnded: () => void): void => {
  useEffect(() => {
    if (!isClosing) return
    const timer = setTimeout(onEnded, closeDelayMs)
    return () => clearTimeout(timer)
  }, [isClosing, onEnded])
}
