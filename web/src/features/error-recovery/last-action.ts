import { cutText } from '@answerable/contracts/text'

const pressable = 'button, a[href], summary, [role="button"], [role="tab"]'
const maxNameLength = 80

/** Remembers the last press or submit by the name of the button or link, never typed text. */
export const followActions = (page: Document) => {
  let last: string | null = null
  const pressed = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest(pressable) : null
    if (element !== null) last = `click ${nameOf(element)}`
  }
  const sent = (event: SubmitEvent) => {
    last = `submit ${event.submitter === null ? 'a form' : nameOf(event.submitter)}`
  }
  page.addEventListener('click', pressed, true)
  page.addEventListener('submit', sent, true)
  return {
    last: () => last,
    stop: () => {
      page.removeEventListener('click', pressed, true)
      page.removeEventListener('submit', sent, true)
    },
  }
}

const nameOf = (element: Element): string => {
  if (element.closest('[data-typed]') !== null) return 'something typed'
  const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return `"${cutText(name.replace(/\s+/g, ' ').trim(), maxNameLength)}"`
}
