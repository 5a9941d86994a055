type TourStep = {
  id: 'welcome' | 'browse' | 'voting' | 'submit' | 'moderation'
  /** Name of the page area that the step explains. */
  area?: 'submissions-list' | 'voting-buttons' | 'submit-button'
  title: string
  text: readonly string[]
}

export const tourSteps: readonly TourStep[] = [
  {
    id: 'welcome',
    title: 'Welcome to Answerable',
    text: [
      'People propose boycotts here, give reasons, and vote on them.',
      'Anyone can read. This short tour shows how the site works.',
    ],
  },
  {
    id: 'browse',
    area: 'submissions-list',
    title: 'Browse proposed boycotts',
    text: [
      'Each row names a target and gives the reasons. Open one to see its sources and comments.',
      'Hot, New and Top above the list change its order.',
    ],
  },
  {
    id: 'voting',
    area: 'voting-buttons',
    title: 'Vote up or down',
    text: [
      'The score is upvotes minus downvotes. Press the same arrow again to withdraw your vote.',
      'You sign in by email to vote. There are no passwords.',
    ],
  },
  {
    id: 'submit',
    area: 'submit-button',
    title: 'Submit a boycott',
    text: [
      'Name the target and say what happened.',
      'Give reasons with reliable sources, and focus on facts that a reader can check.',
    ],
  },
  {
    id: 'moderation',
    title: 'Help keep it fair',
    text: [
      'Flag anything false, abusive or off-topic, and say why. An administrator reviews it.',
      'A flag never changes a score and never hides anything by itself.',
    ],
  },
]
