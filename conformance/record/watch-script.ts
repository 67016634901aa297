/**
 * What looks at the pages of a bank while a person goes through them: a script that tells what is typed, ticked, chosen and pressed, each
 * with what the page shows at that moment. It changes nothing on the page.
 *
 * Roles and names follow WAI-ARIA and accname as far as pages of forms need them; where a name is not certain, there is none, and a
 * selector takes its place. As text, since the types of a page are none of this program's.
 *
 * @module
 */

/** The function that the script tells things to. */
export const bindingName = '__obRecord'

export const watchScript = String.raw`(() => {
  const tell = globalThis.${bindingName}
  if (!tell || globalThis.__obRecorded) return
  Object.defineProperty(globalThis, '__obRecorded', { value: true })
  const documentId = Math.random().toString(36).slice(2)
  const longest = 80

  const plain = (text) => (text || '').replace(/\s+/g, ' ').trim()
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    for (let each = element; each; each = each.parentElement || each.getRootNode().host) {
      if (each.matches('[aria-hidden=true], [inert]')) return false
    }
    return true
  }
  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }
  // of the document and of open shadows in it
  const all = (selector, root = document) => {
    const found = []
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) found.push(element)
      if (element.shadowRoot) found.push(...all(selector, element.shadowRoot))
    }
    return found
  }

  const inputRoles = { checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', reset: 'button', image: 'button', number: 'spinbutton', search: 'searchbox', hidden: '', range: 'slider', file: 'button' }
  const roleOf = (element) => {
    const given = plain(element.getAttribute('role')).split(' ')[0]
    if (given) return given
    const tag = element.tagName
    if (tag === 'INPUT') return element.hasAttribute('list') ? 'combobox' : element.type in inputRoles ? inputRoles[element.type] : 'textbox'
    if (tag === 'BUTTON') return 'button'
    if (tag === 'A') return element.hasAttribute('href') ? 'link' : ''
    if (tag === 'TEXTAREA') return 'textbox'
    if (tag === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
    return /^H[1-6]$/.test(tag) ? 'heading' : ''
  }
  const hasDrawnText = (element) =>
    ['::before', '::after'].some((part) => !/^(none|normal|""|'')$/.test(getComputedStyle(element, part).content))
  // the text of what is in an element, or undefined where it is not certain
  const textIn = (element, except) => {
    if (hasDrawnText(element)) return undefined
    let text = ''
    for (const node of element.childNodes) {
      if (node.nodeType === 3) text += node.data
      if (node.nodeType !== 1 || node === except) continue
      if (node.matches('script, style, input, select, textarea') || !isShown(node)) continue
      const inner = node.getAttribute('aria-label') || (node.tagName === 'IMG' ? node.alt : textIn(node, except))
      if (inner === undefined) return undefined
      text += getComputedStyle(node).display === 'inline' ? inner : ' ' + inner + ' '
    }
    return text
  }
  const referred = (element) => {
    const ids = plain(element.getAttribute('aria-labelledby'))
    if (ids === '') return undefined
    const texts = ids.split(' ').map((id) => element.getRootNode().getElementById(id)).map((each) => each && textIn(each, element))
    return texts.some((text) => text === undefined) ? null : plain(texts.join(' '))
  }
  const nameOf = (element) => {
    const name = referred(element)
    if (name !== undefined) return name || undefined
    if (plain(element.getAttribute('aria-label'))) return plain(element.getAttribute('aria-label'))
    if (element.tagName === 'INPUT' && /^(submit|reset|button)$/.test(element.type)) return plain(element.value) || undefined
    if (element.tagName === 'INPUT' && element.type === 'image') return plain(element.alt) || undefined
    if (element.labels && element.labels.length > 0) {
      const texts = [...element.labels].map((label) => textIn(label, element))
      if (texts.some((text) => text === undefined)) return undefined
      if (plain(texts.join(' '))) return plain(texts.join(' '))
    } else if (!/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) {
      const text = textIn(element)
      if (text === undefined) return undefined
      if (plain(text)) return plain(text)
    }
    return plain(element.getAttribute('title')) || plain(element.getAttribute('placeholder')) || undefined
  }

  const isSteady = (value) => value && value.length < 40 && !/\d{3}|[^\w-]/.test(value)
  const isOnly = (selector, element) => {
    try {
      const found = all(selector)
      return found[0] === element
    } catch {
      return false
    }
  }
  const selectorOf = (element) => {
    const tag = element.tagName.toLowerCase()
    const wanted = []
    for (const name of ['data-testid', 'data-test', 'id', 'name']) {
      const value = element.getAttribute(name)
      if (isSteady(value)) wanted.push(name === 'id' ? '#' + value : tag + '[' + name + '="' + value + '"]')
    }
    const found = wanted.find((selector) => isOnly(selector, element))
    if (found) return found
    const place = []
    for (let each = element; each && each.tagName !== 'BODY' && each.parentElement; each = each.parentElement) {
      const own = isSteady(each.id) && each !== element ? '#' + each.id : ''
      if (own && isOnly(own, each)) {
        place.unshift(own)
        break
      }
      const same = [...each.parentElement.children].filter(({ tagName }) => tagName === each.tagName)
      place.unshift(each.tagName.toLowerCase() + (same.length > 1 ? ':nth-of-type(' + (same.indexOf(each) + 1) + ')' : ''))
    }
    return place.join(' > ')
  }

  const keys = new WeakMap()
  let keyCount = 0
  const keyOf = (element) => {
    if (!keys.has(element)) keys.set(element, documentId + '-' + (keyCount += 1))
    return keys.get(element)
  }
  const describe = (element, named) => {
    const role = roleOf(element)
    const name = nameOf(element)
    const first = named && name !== undefined ? named.find((each) => each.role === role && each.name === name)?.element : element
    return {
      key: keyOf(element),
      role,
      ...(name !== undefined && name.length <= longest && first === element && { name }),
      selector: selectorOf(element),
      type: element.tagName === 'INPUT' ? element.type : element.tagName.toLowerCase(),
      autocomplete: plain(element.getAttribute('autocomplete')),
      ...(element.maxLength > 0 && { longest: element.maxLength }),
      ...(/^(checkbox|radio|switch)$/.test(role) && { group: element.getAttribute('name') || '', isTicked: element.matches(':checked') || element.getAttribute('aria-checked') === 'true' }),
    }
  }

  const boxes = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]'
  const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=button], [type=reset], [type=image]), textarea, [role=textbox], [contenteditable=true]'
  const presses = 'button, a[href], input[type=submit], input[type=button], input[type=reset], input[type=image], [role=button], [role=link]'
  const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]'
  const problems = '[role=alert], [role=status], [aria-live], [class*=error i], [class*=problem i], [class*=invalid i], [class*=alert i]'
  const look = () => {
    const groups = [headings, fields, boxes, 'select', presses].map((selector) => all(selector).filter((each) => isShown(each)))
    // a box that is drawn otherwise may have no size of its own
    const seen = groups.flatMap((group, index) => (index === 2 ? group : group.filter(isVisible)))
    const named = seen.map((element) => ({ element, role: roleOf(element), name: nameOf(element) }))
    const [heads, typed, ticked, lists, pressed] = groups.map((group) => group.filter((each) => seen.includes(each)).slice(0, 60).map((each) => describe(each, named)))
    const said = all(problems).filter((each) => !each.matches('input, select, textarea, button, form, body')).slice(0, 20).map((each) => ({
      role: plain(each.getAttribute('role')),
      selector: problemSelector(each),
      text: isShown(each) && isVisible(each) ? plain(each.textContent).slice(0, 200) : '',
    }))
    return {
      document: documentId,
      language: document.documentElement.lang || '',
      headings: heads,
      fields: typed,
      boxes: ticked,
      lists,
      presses: pressed,
      problems: said.filter(({ selector }) => selector !== ''),
    }
  }
  const problemSelector = (element) => {
    if (isSteady(element.id)) return '#' + element.id
    const named = [...element.classList].find((each) => isSteady(each) && /error|problem|invalid|alert/i.test(each))
    if (named) return '.' + named
    const role = plain(element.getAttribute('role'))
    return role ? '[role=' + role + ']' : ''
  }

  const note = (kind, element, more = {}) => {
    try {
      const page = look()
      const key = keyOf(element)
      const known = [...page.fields, ...page.boxes, ...page.lists, ...page.presses].find((each) => each.key === key)
      tell(JSON.stringify({ kind, element: known || describe(element), page, ...more }))
    } catch {
      // a page that cannot be read at this moment is looked at the next time
    }
  }
  const deepest = (event) => event.composedPath()[0]
  const around = (node, selector) => {
    for (let each = node instanceof Element ? node : null; each; each = each.parentElement || each.getRootNode().host) {
      if (each.matches(selector)) return each
    }
    return null
  }

  const onEntry = (event) => {
    const target = deepest(event)
    if (!(target instanceof Element)) return
    if (target.matches(boxes)) {
      if (event.type === 'change') note('tick', target)
    } else if (target.matches('select')) {
      if (event.type === 'change') note('choose', target)
    } else if (target.matches(fields)) note('type', target, { value: target.value ?? target.textContent ?? '' })
  }
  /** The button that a person would have pressed: the next one behind the field that checks what was entered, if this one does. */
  const pressedFor = (unseen) => {
    const seen = [...(unseen.form?.elements ?? [])].filter((each) => each.matches('button, [type=submit]') && each.type === 'submit' && isShown(each) && isVisible(each))
    const field = unseen.getRootNode().activeElement
    const behind = seen.filter((each) => field && field.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)
    return behind.find((each) => each.formNoValidate === unseen.formNoValidate) || behind[0] || seen[0] || unseen
  }
  addEventListener('input', onEntry, true)
  addEventListener('change', onEntry, true)
  addEventListener(
    'click',
    (event) => {
      if (!event.isTrusted) return
      const target = deepest(event)
      const box = around(target, '[role=checkbox], [role=radio], [role=switch]')
      if (box) return note('tick', box)
      const pressed = around(target, presses)
      if (pressed) {
        // the Enter key presses the first button of a form, which may not be there to be seen
        return note('press', isShown(pressed) && isVisible(pressed) ? pressed : pressedFor(pressed))
      }
      if (around(target, 'label, select, option, ' + fields + ', ' + boxes)) return
      const pointed = around(target, '[onclick], [tabindex], summary')
      if (pointed || (target instanceof Element && getComputedStyle(target).cursor === 'pointer')) note('press', pointed || target, { isWeak: true })
    },
    true,
  )
  addEventListener(
    'keydown',
    (event) => {
      const target = deepest(event)
      // without a button, the key alone sends the form
      const isAlone = target instanceof Element && target.form && ![...target.form.elements].some((each) => each.type === 'submit' || each.type === 'image')
      if (event.isTrusted && event.key === 'Enter' && target.matches?.('input') && isAlone) note('press', target, { isKey: true })
    },
    true,
  )
})()`
