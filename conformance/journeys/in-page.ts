/**
 * What is looked up in a page of the bank: a script that answers questions about the document and leaves nothing behind but,
 * where it is asked to, the focus. It answers `unclear` wherever roles and names (WAI-ARIA, accname) would need more than a
 * label, the text of a button or a selector: such a page is left to a locator of Playwright.
 *
 * As text, since the types of a page are none of this program's.
 *
 * @module
 */
export const inPage = String.raw`(() => {
  const plain = (text) => (text || '').replace(/\s+/g, ' ').trim()
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]')
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const hasShadows = () => [...document.querySelectorAll('*')].some((element) => element.shadowRoot)

  const candidates = {
    button: 'button, input[type=button], input[type=submit], input[type=reset], input[type=image], summary, [role]',
    textbox: 'input, textarea, [role], [contenteditable]',
    alert: '[role]',
  }
  const typed = ['text', 'email', 'tel', 'url', 'password']
  // true, false, or undefined where it is not clear
  const has = {
    button(element) {
      const role = element.getAttribute('role')
      if (role !== null) return role === 'button'
      return element.tagName === 'SUMMARY' || element.type === 'image' ? undefined : true
    },
    textbox(element) {
      if (element.hasAttribute('role')) return element.getAttribute('role') === 'textbox' ? undefined : false
      if (element.tagName === 'TEXTAREA') return true
      if (element.tagName !== 'INPUT' || element.hasAttribute('list')) return undefined
      return hasTyped(element)
    },
    alert: (element) => element.getAttribute('role') === 'alert',
  }
  const isLabelled = (element) => element.hasAttribute('aria-labelledby')
  const labelOf = (element) => plain(element.getAttribute('aria-label'))
  // what has a name other than its text, or may have one
  const inner = 'img, svg, input, select, textarea, [aria-label], [aria-labelledby], [aria-hidden], [title], [role]'
  // the name of an element, or undefined where it is not clear
  const nameOf = (element) => {
    if (isLabelled(element) || element.type === 'image') return undefined
    if (labelOf(element) !== '') return labelOf(element)
    if (element.tagName === 'INPUT' && !hasTyped(element)) return element.value ? plain(element.value) : undefined
    if (element.tagName === 'BUTTON' || !element.labels) return textOf(element)
    const [label, ...others] = element.labels
    return label && others.length === 0 && !isLabelled(label) && labelOf(label) === '' ? textOf(label, element) : undefined
  }
  const textOf = (element, except) => {
    const parts = [...element.querySelectorAll('*')].filter((part) => part !== except)
    if (parts.some((part) => part.matches(inner) || getComputedStyle(part).display !== 'inline')) return undefined
    return plain(element.textContent) || undefined
  }
  const hasTyped = (element) => typed.includes(element.type)

  const unclear = {}
  // an element, null where there is none, or unclear
  const find = ({ role, name, selector, label }) => {
    if (hasShadows()) return unclear
    if (selector !== undefined) {
      try {
        return document.querySelector(selector)
      } catch {
        return unclear
      }
    }
    if (label !== undefined) return fieldOf(label)
    if (!candidates[role]) return unclear
    for (const element of document.querySelectorAll(candidates[role])) {
      if (!isShown(element)) continue
      const isOne = has[role](element)
      if (isOne === false) continue
      // whatever it is, it is not what is looked for
      const found = name === undefined ? undefined : nameOf(element)
      if (found !== undefined && found !== name) continue
      return isOne === undefined || found !== name ? unclear : element
    }
    return null
  }
  const fieldOf = (text) => {
    const isSame = (element) => plain(element?.textContent) === text
    const referred = [...document.querySelectorAll('[aria-labelledby]')].some((element) =>
      element.getAttribute('aria-labelledby').split(/\s+/).some((id) => isSame(document.getElementById(id))))
    if (referred || [...document.querySelectorAll('[aria-label]')].some((element) => labelOf(element) === text)) return unclear
    const labels = [...document.querySelectorAll('label')].filter(isSame)
    return labels.length === 1 && labels[0].control ? labels[0].control : unclear
  }

  const see = (wanted) => {
    const found = find(wanted)
    if (found === unclear) return 'unclear'
    return found && isVisible(found) ? 'visible' : 'absent'
  }
  const moves = (element) =>
    document.getAnimations().some(({ playState, transitionProperty = '', effect }) =>
      playState === 'running' && effect?.target?.contains(element) && !/color|shadow|outline/.test(transitionProperty))
  const isReady = (element) =>
    element && element !== unclear && isVisible(element) && !element.matches(':disabled, [aria-disabled=true]')

  // style sheets that are on their way move what is on the page; what takes longer than a second is not waited for
  const isLoaded = () => document.readyState === 'complete' || new Promise((resolve) => {
    addEventListener('load', resolve, { once: true })
    setTimeout(resolve, 1000)
  })
  // whether the click that was sent has come to its element; undefined where none was sent
  let isPressed
  // what was filled in on this page
  const entered = []
  const boxes = (type) => [...document.querySelectorAll('input[type=' + type + ']')].filter(isShown)

  return {
    see,
    seeEnd: (problem) => ({
      status: performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0,
      seen: problem === null ? 'unclear' : see(problem),
    }),
    // resolves when the element is visible, or it is not clear whether it is
    appears: (wanted) => new Promise((resolve) => {
      const look = () => {
        const seen = see(wanted)
        if (seen === 'absent') return
        observer.disconnect()
        resolve(seen)
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
      look()
    }),
    // where to click, where a click would reach the element; 'lost' where a field that was filled in is empty again
    async placeOf(wanted) {
      await isLoaded()
      if (entered.map(find).some((field) => field && field !== unclear && field.value === '')) return 'lost'
      const element = find(wanted)
      if (!isReady(element) || moves(element)) return null
      const centre = () => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      }
      const isInView = ({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight
      if (!isInView(centre())) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const at = centre()
      if (!element.contains(document.elementFromPoint(at.x, at.y))) return null
      isPressed = false
      addEventListener('pointerdown', ({ target }) => { isPressed = element.contains(target) }, { capture: true, once: true })
      return at
    },
    // 'missed' where a click was sent to this page and has not come: none was to the page that follows
    pressed: () => (isPressed === false ? 'missed' : 'come'),
    // true where what is typed now replaces what is in the field
    enter(wanted) {
      const element = find(wanted)
      if (!isReady(element) || element.readOnly) return false
      const takesText = element.tagName === 'TEXTAREA' || (element.tagName === 'INPUT' && [...typed, 'search'].includes(element.type))
      if (!takesText) return false
      element.focus()
      element.select()
      entered.push(wanted)
      return document.activeElement === element
    },
    // which boxes have to be changed, so that all accounts are picked or the first; null where it is not clear
    toPick(accounts) {
      if (hasShadows() || document.querySelector('select, [role~=checkbox], [role~=radio], [role~=switch]')) return null
      const checkboxes = boxes('checkbox').flatMap((box, index) =>
        box.checked === (accounts === 'all' || index === 0) ? [] : [['checkbox', index]])
      const radios = boxes('radio')
      const chosen = radios.length === 0 || radios.some((radio) => radio.checked)
      // one of several accounts pays: any will do
      return chosen ? checkboxes : [...checkboxes, ['radio', 0]]
    },
    // true where a key that is pressed now reaches the box
    focusBox(type, index) {
      const box = boxes(type)[index]
      box?.focus()
      return box !== undefined && document.activeElement === box
    },
  }
})()`
