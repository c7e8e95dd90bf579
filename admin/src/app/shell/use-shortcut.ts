import { useEffect, useRef } from 'react'

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** What is typed in a dialog would be lost. */
function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** ⌘ and the key on a Mac, where Ctrl and the key may edit a text; Ctrl and the key elsewhere. Not while a dialog is open. */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isHeld = isMac() ? event.metaKey : event.ctrlKey
      if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== key) return
      event.preventDefault()
      if (!isBehindDialog()) latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key])
}

/** `?`, wherever nobody is typing and no dialog is open. */
export function useQuestionMark(onPress: () => void): void {
  useEffect(() => {
    const listen = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
      if (key === '?' && !isTyping && !isBehindDialog() && !ctrlKey && !metaKey && !altKey) onPress()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [onPress])
}
