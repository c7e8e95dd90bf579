import { useEffect, useRef } from 'react'

/** ⌘ and the key on a Mac, Ctrl and the key elsewhere. */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== key) return
      event.preventDefault()
      latest.current()
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
      const isBehind = document.querySelector('[role="dialog"]') !== null
      if (key === '?' && !isTyping && !isBehind && !ctrlKey && !metaKey && !altKey) onPress()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [onPress])
}
