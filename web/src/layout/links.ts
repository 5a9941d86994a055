import { pages } from '@answerable/contracts/pages'

type NavigationLink = { to: string; label: string }

const about = { to: pages.about, label: 'About' }
const guidelines = { to: pages.guidelines, label: 'Guidelines' }
const roadmap = { to: pages.roadmap, label: 'Roadmap' }
const privacy = { to: pages.privacy, label: 'Privacy' }
const terms = { to: pages.terms, label: 'Terms' }
const moderationLog = { to: pages.moderationLog, label: 'Moderation log' }
const donate = { to: pages.donate, label: 'Donate' }

export const mainLinks: readonly NavigationLink[] = [
  { to: pages.home, label: 'Boycotts' },
  { to: pages.howItWorks, label: 'How it works' },
  about,
]

/** Links that the mobile menu has in addition to the header's. */
export const menuLinks: readonly NavigationLink[] = [
  guidelines,
  moderationLog,
  roadmap,
  donate,
  privacy,
  terms,
]

export const footerLinks: readonly NavigationLink[] = [
  about,
  guidelines,
  roadmap,
  privacy,
  terms,
  donate,
  moderationLog,
]
