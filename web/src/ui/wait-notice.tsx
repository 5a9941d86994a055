import { inWords } from '../api/in-words.ts'

/** How long a form has to wait. A timer is not read out at every second. */
export const WaitNotice = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <p role="timer" className="text-sm text-soft tabular-nums">
      You can try again in {inWords(seconds)}.
    </p>
  )
