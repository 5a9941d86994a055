// Filters the operations of the API page: shows those that contain every word of the search field.

const form = document.querySelector('#filter')
const field = form.querySelector('input')
const result = form.querySelector('output')
const subjects = [...document.querySelectorAll('main > section')]
const operations = [...document.querySelectorAll('details[data-operation]')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}))

const show = () => {
  const words = field.value.toLowerCase().split(/\s+/)
  let count = 0
  for (const { element, text } of operations) {
    element.hidden = !words.every((word) => text.includes(word))
    if (!element.hidden) count += 1
  }
  for (const subject of subjects) {
    subject.hidden = subject.querySelector('details:not([hidden])') === null
  }
  result.textContent = `${count} of ${operations.length} operations`
}

form.addEventListener('submit', (event) => event.preventDefault())
field.addEventListener('input', show)
form.hidden = false
show()
