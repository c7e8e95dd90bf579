/** Who goes to another page hears its title, and goes on from there: its heading gets the focus, unless something else has it. */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { showPage } from '../../ui/overlays/focus-keeper.ts'

/** Milliseconds in which a form puts the focus where a person will write. */
const PATIENCE = 100

export function PageArrival(): ReactNode {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      showPage()
      // The browser itself says what it loads first; filters and the like are no other page.
      if (fromLocation === undefined || !pathChanged) return
      stop()
      setTitle('')
      stop = followHeading(heading => {
        setTitle(heading.textContent)
        focusHeading(heading)
      })
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
  return (
    <span className="visually-hidden">
      <span role="status">{title}</span>
    </span>
  )
}

const ACTS = ['keydown', 'pointerdown'] as const

/** The heading of a page comes with its content, and may be drawn more than once before the person does something. */
function followHeading(onHeading: (heading: HTMLElement) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFound = false
  let isLeft = false
  const look = () => {
    timer = undefined
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    isFound = true
    onHeading(heading)
    if (isLeft) stop()
  }
  const wait = () => {
    timer ??= setTimeout(look, PATIENCE)
  }
  const leave = () => {
    isLeft = true
    if (isFound) stop()
  }
  const observer = new MutationObserver(wait)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const act of ACTS) document.removeEventListener(act, leave, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const act of ACTS) document.addEventListener(act, leave, true)
  wait()
  return stop
}

function focusHeading(heading: HTMLElement): void {
  if (document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
