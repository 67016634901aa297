// @ts-check
// Filters the cases and opens the one an address points to. The page is complete without it.
const form = /** @type {HTMLFormElement} */ (document.getElementById('filters'))
const nothing = /** @type {HTMLElement} */ (document.getElementById('nothing'))
const cases = [...document.querySelectorAll('#cases details.case')]
const groups = [...document.querySelectorAll('#cases .group, #cases section')]
/** @type {Map<Element, string>} */
const texts = new Map()

/** What a reader searches in: not the exchanges, which may be megabytes. */
function textOf(/** @type {Element} */ each) {
  const known = texts.get(each)
  if (known !== undefined) return known
  const parts = [...each.querySelectorAll('summary, .problems, .passed, .ledger, .facts, .blame')]
  const text = parts
    .filter((part) => !part.closest('.exchange'))
    .map((part) => part.textContent)
    .join(' ')
    .toLowerCase()
  texts.set(each, text)
  return text
}

function filter() {
  const chosen = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const words = (chosen.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const each of cases) {
    const { dataset } = /** @type {HTMLElement} */ (each)
    const fits = ['outcome', 'area', 'version', 'blame'].every(
      (name) => !chosen[name] || dataset[name] === chosen[name],
    )
    const visible = fits && words.every((word) => textOf(each).includes(word))
    each.toggleAttribute('hidden', !visible)
    if (visible) shown += 1
  }
  const filtering = Object.values(chosen).some(Boolean)
  for (const group of groups) {
    const empty = filtering && !group.querySelector('details.case:not([hidden])')
    group.toggleAttribute('hidden', empty)
  }
  nothing.hidden = shown > 0 || !filtering
  form.shown.value = filtering ? `${shown} of ${cases.length} shown` : `${cases.length} in all`
}

function openTarget() {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id ? document.getElementById(id) : null
  if (target instanceof HTMLDetailsElement) target.open = true
}

form.hidden = false
form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('reset', () => setTimeout(filter))

for (const tile of document.querySelectorAll('[data-show]')) {
  tile.addEventListener('click', () => {
    form.reset()
    if (form.outcome) form.outcome.value = /** @type {HTMLElement} */ (tile).dataset.show
    filter()
  })
}

// On paper the cases that did not pass are open; afterwards they are as they were.
/** @type {HTMLDetailsElement[]} */
let opened = []
window.addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('#attention details.case:not([open])')].map(
    (each) => /** @type {HTMLDetailsElement} */ (each),
  )
  for (const each of opened) each.open = true
})
window.addEventListener('afterprint', () => {
  for (const each of opened) each.open = false
})

window.addEventListener('hashchange', openTarget)
filter()
openTarget()
