import { addComments } from '../tests/tools/add-comments.ts'

/** The boycott of the demo whose comments fill more than one page. */
export const discussedTarget = 'Centrale Danone, Sidi Ali and Afriquia'
export const addedComments = 60

export const letDiscussionBeLong = (ownerUrl: string): Promise<void> =>
  addComments(ownerUrl, { submissions: [discussedTarget], count: addedComments, characters: 40 })
