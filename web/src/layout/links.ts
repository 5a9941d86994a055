import { pages } from '@answerable/contracts/pages'

type NavigationLink = { to: string; label: string }

const howItWorks = { to: pages.howItWorks, label: 'How it works' }
const about = { to: pages.about, label: 'About' }
const guidelines = { to: pages.guidelines, label: 'Guidelines' }
const roadmap = { to: pages.roadmap, label: 'Roadmap' }
const privacy = { to: pages.privacy, label: 'Privacy' }
const terms = { to: pages.terms, label: 'Terms' }
const places = { to: pages.places, label: 'Places' }
const moderationLog = { to: pages.moderationLog, label: 'Moderation log' }
const transparency = { to: pages.transparency, label: 'Transparency' }
const openData = { to: pages.openData, label: 'Open data' }
const notice = { to: pages.notice, label: 'Report unlawful content' }
const donate = { to: pages.donate, label: 'Donate' }

export const mainLinks: readonly NavigationLink[] = [
  { to: pages.home, label: 'Boycotts' },
  { to: pages.businesses, label: 'Businesses' },
  { to: pages.impact, label: 'Impact' },
]

/** Links that the mobile menu has in addition to the header's. */
export const menuLinks: readonly NavigationLink[] = [
  about,
  howItWorks,
  guidelines,
  moderationLog,
  transparency,
  openData,
  places,
  roadmap,
  donate,
  privacy,
  terms,
  notice,
]

export const footerGroups: readonly { title: string; links: readonly NavigationLink[] }[] = [
  { title: 'The site', links: [about, howItWorks, guidelines, roadmap, donate] },
  { title: 'Check us', links: [moderationLog, transparency, openData, places] },
  { title: 'The rules', links: [privacy, terms, notice] },
]
