/** Where the focus of a dialog begins, also if what is in the dialog comes later. */
import { type RefCallback, useCallback } from 'react'

const TEXTS = ['input:not([type=checkbox], [type=radio], [type=file], [type=hidden])', 'textarea', 'select']
const FIRST_TEXT = TEXTS.map(text => `${text}:enabled`).join()
const CONTROLS = ['a[href]', 'button', 'input:not([type=hidden])'].map(
  control => `${control}:not(:disabled, [aria-disabled=true])`,
)
const FIRST_CONTROL = [...CONTROLS, '[tabindex="0"]', '[contenteditable=true]', FIRST_TEXT].join()

/** The kit gives the focus to what has this mark. */
const MARK = 'data-autofocus'

const ACTS = ['keydown', 'pointerdown', 'input'] as const

/**
 * The focus goes to what is written or chosen first, not to the button in the corner, which Enter would press. As long as
 * the person has done nothing, it goes on to a field that comes later.
 */
export function useFirstFocus(hasCorner: boolean): RefCallback<HTMLElement> {
  return useCallback(
    content => {
      if (content === null || content.querySelector(`[${MARK}]`) !== null) return
      const text = content.querySelector(FIRST_TEXT)
      if (text !== null) text.setAttribute(MARK, '')
      else if (hasCorner && content.querySelector(FIRST_CONTROL) === null) content.setAttribute(MARK, '')
      return followContent(content)
    },
    [hasCorner],
  )
}

function followContent(content: HTMLElement): () => void {
  const observer = new MutationObserver(() => focusFirst(content))
  const stop = () => {
    observer.disconnect()
    for (const act of ACTS) document.removeEventListener(act, stop, true)
  }
  observer.observe(content, { childList: true, subtree: true })
  for (const act of ACTS) document.addEventListener(act, stop, true)
  return stop
}

function focusFirst(content: HTMLElement): void {
  const { activeElement: active } = document
  const isInside = content !== active && content.contains(active)
  if (isInside && active!.matches(FIRST_TEXT)) return
  // Nothing in the dialog has the focus yet, or the window itself.
  const isWaiting = active === null || active.contains(content)
  const target = content.querySelector<HTMLElement>(FIRST_TEXT) ?? (isWaiting ? firstControl(content) : null)
  if (target === null) {
    // What had the focus is gone.
    if (active === document.body) content.focus()
    return
  }
  // The kit may still be about to look for it.
  content.removeAttribute(MARK)
  target.setAttribute(MARK, '')
  target.focus()
}

function firstControl(content: HTMLElement): HTMLElement | null {
  return content.querySelector<HTMLElement>(FIRST_CONTROL)
}
