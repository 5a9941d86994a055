import { inWords } from '../api/in-words.ts'

/** Remaining time until a form can be sent. Screen readers do not announce every second. */
export const WaitNotice = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <p role="timer" className="text-sm text-soft figure">
      You can try again in {inWords(seconds)}.
    </p>
  )
