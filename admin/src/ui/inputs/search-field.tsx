/** A search that follows the typing, a moment after the last key. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  /** `refines`: it continues the search before, so that it needs no entry in the history of its own. */
  readonly onSearch: (text: string, refines: boolean) => void
}

const PAUSE = 250

export function SearchField({ label, value, onSearch }: SearchFieldProps): ReactNode {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    // The value was changed by something else: back, forward, a saved view.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      const refines = sent.current !== '' && wanted !== ''
      sent.current = wanted
      latest.current(wanted, refines)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      type="search"
      icon="search"
      label={label}
      placeholder={label}
      hideLabel
      value={text}
      onChange={setText}
    />
  )
}
