import { type Submission, statuses } from '@answerable/contracts/submissions'
import { cutText } from '@answerable/contracts/text'
import { withoutMarks } from '@answerable/contracts/without-marks'

type Figure = { value: string; label: string }

/** The content of a picture. Equal contents are the same picture. */
export type PictureContent = {
  title: string
  text: string
  /** In the corner, as 'Active'. */
  chip: string
  figures: Figure[]
  /** The host of the site. */
  site: string
}

/** More does not fit, not even in the smallest letters. */
const maxTextLength = 500

/** So short that the picture of a busy boycott rarely changes: 1.2K. */
const shortNumber = new Intl.NumberFormat('en', { notation: 'compact' })

export const pictureOfSubmission = (submission: Submission, site: string): PictureContent => {
  const { targetName, reasons, status, score, participantCount, commentCount } = submission
  return {
    title: targetName,
    text: cutText(withoutMarks(reasons).replaceAll(/\s+/g, ' ').trim(), maxTextLength),
    chip: statuses[status],
    figures: [
      figure(score, 'Score'),
      ...(participantCount === 0 ? [] : [figure(participantCount, 'Taking part')]),
      ...(commentCount === 0
        ? []
        : [figure(commentCount, commentCount === 1 ? 'Comment' : 'Comments')]),
    ],
    site,
  }
}

const figure = (value: number, label: string): Figure => ({
  value: shortNumber.format(value).replace('-', '−'),
  label,
})

/** The picture of pages that are not about one boycott. */
export const pictureOfSite = (site: string): PictureContent => ({
  title: 'Hold businesses answerable',
  text: 'Propose boycotts with reasons and sources, vote on them, and see what changes.',
  chip: '',
  figures: [],
  site,
})
