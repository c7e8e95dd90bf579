/** What is searched for while somebody types: not every letter is a question to the server, but what they pause at. */
import { useEffect, useState } from 'react'

const PAUSE = 200

export function useSettled(text: string): string {
  const wanted = text.trim()
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  // An emptied field shows at once what it showed at first.
  return wanted === '' ? '' : settled
}
