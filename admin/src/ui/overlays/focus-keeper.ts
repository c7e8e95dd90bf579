/**
 * What had the focus can go away: a part that is deleted, a notice that is answered, the last chip of a filter. The focus would be
 * nowhere then, and the next Tab would begin at the top of the page. It goes on to the control that follows.
 */

/** A place in the document, which the browser keeps up to date also when what was there is gone. */
export interface Place {
  readonly element: HTMLElement
  readonly range: Range
  readonly region: Element | null
  /** Of the page that was shown. */
  readonly address: string
}

/** What the focus does not leave on its own. */
const REGIONS = '[role="dialog"], [role="menu"], [data-toast], main'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]'
const NEVER = ':disabled, [aria-disabled="true"], [tabindex="-1"], [type="hidden"], [inert] *, [aria-hidden="true"] *'
const TEXTS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable="true"]'

/** Grey lines. */
const COMING = '[data-coming]'

/** Milliseconds in which whatever has plans for the focus carries them out. */
const PATIENCE = 100

/** More than there are regions over each other. */
const MOST_PLACES = 6

let shown = location.pathname

/** The place with the focus, then where it was before it came into that region, and so on. */
let places: readonly Place[] = []

/** Another page is shown now. If what had the focus has gone with the old one, what becomes of it is up to the new one. */
export function showPage(): void {
  shown = location.pathname
}

export function placeOf(element: HTMLElement): Place {
  const range = document.createRange()
  range.setStart(element, 0)
  return { element, range, region: element.closest(REGIONS), address: shown }
}

/** Gives the focus to the first of the places that can have it, or to what is next to it. */
export function returnTo(wanted: readonly Place[], options: FocusOptions = {}): void {
  for (const place of wanted) {
    if (takesFocus(place.element, options) || takesFocus(controlNear(place), options)) return
  }
}

function takesFocus(target: HTMLElement | undefined, options: FocusOptions): boolean {
  if (target === undefined || !target.isConnected) return false
  target.focus(options)
  return document.activeElement === target
}

function controlNear({ range, region, address }: Place): HTMLElement | undefined {
  if (address !== location.pathname || region?.isConnected === false) return undefined
  let around = range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement
  while (around !== null && around !== document.body) {
    const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)]
    const next = controls.find(control => range.comparePoint(control, 0) > 0 && isReachable(control))
    const found = next ?? controls.findLast(isReachable)
    if (found !== undefined) return found
    around = around.matches(REGIONS) ? null : around.parentElement
  }
  return undefined
}

function isReachable(control: HTMLElement): boolean {
  // On a touch screen, the keyboard would cover the page.
  const isInTheWay = control.matches(TEXTS) && matchMedia('(pointer: coarse)').matches
  return !isInTheWay && !control.matches(NEVER) && control.checkVisibility({ visibilityProperty: true })
}

/** For the whole page, once. Gives the way to end it. */
export function keepFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false
  let isPressed = false
  let isPointed = false
  const look = () => {
    // A held key would go on pressing.
    if (!isLost || isPressed || isComing(places[0])) return
    isLost = false
    if (isNowhere() && places[0]?.address === location.pathname) returnTo(places, { preventScroll: isPointed })
    forgetLeft()
  }
  const wait = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      look()
    }, PATIENCE)
  }
  const observer = new MutationObserver(records => {
    const element = places[0]?.element
    if (element === undefined || !isNowhere() || !isTaken(element, records)) return
    isLost = true
    wait()
  })
  const listeners: Partial<{ [Name in keyof DocumentEventMap]: (event: DocumentEventMap[Name]) => void }> = {
    focusin: ({ target }) => {
      isLost = false
      if (target instanceof HTMLElement) remember(target)
    },
    keydown: ({ key }) => {
      isPointed = false
      isPressed = key === 'Enter'
    },
    keyup: () => {
      isPressed = false
      if (isLost) wait()
    },
    pointerdown: () => {
      isPointed = true
      isPressed = false
    },
    mousedown: () => setTimeout(forgetLeft),
  }
  const all = Object.entries(listeners) as [string, EventListener][]
  for (const [name, listener] of all) document.addEventListener(name, listener, true)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const [name, listener] of all) document.removeEventListener(name, listener, true)
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** What is moved loses the focus too. */
function isTaken(element: HTMLElement, records: readonly MutationRecord[]): boolean {
  if (!element.isConnected) return true
  return records.some(({ removedNodes }) => [...removedNodes].some(node => node.contains(element)))
}

/** What takes its place is still loading. */
function isComing(place: Place | undefined): boolean {
  const next = place?.range.startContainer.childNodes[place.range.startOffset]
  return next instanceof Element && (next.matches(COMING) || next.querySelector(COMING) !== null)
}

function remember(element: HTMLElement): void {
  // The heading of a page has it as long as nothing else wants it.
  if (element === document.body || element.matches('h1')) return
  const place = placeOf(element)
  places = [place, ...places.filter(({ region }) => region !== place.region)].slice(0, MOST_PLACES)
}

/** A click on what cannot have the focus takes it away on purpose. */
function forgetLeft(): void {
  if (isNowhere()) places = []
}
