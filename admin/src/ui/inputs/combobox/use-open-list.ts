/** Whether the list of a combobox is open, and which of its options the arrow keys have marked. */
import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../is-composing.ts'

interface Option {
  readonly value: string
  /** The list stays open. */
  readonly stays?: boolean
}

export interface OpenListInput {
  readonly options: readonly Option[]
  readonly onOpen: () => void
  readonly onChoose: (value: string) => void
}

export interface OpenList {
  readonly isOpen: boolean
  /** Its place in the list, or -1. */
  readonly marked: number
  readonly open: () => void
  readonly close: () => void
  readonly unmark: () => void
  readonly choose: (option: Option) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function useOpenList({ options, onOpen, onChoose }: OpenListInput): OpenList {
  const [isOpen, setOpen] = useState(false)
  // By its value: what is found changes while the list is open.
  const [value, setValue] = useState<string>()
  const marked = isOpen ? options.findIndex(option => option.value === value) : -1
  const unmark = () => setValue(undefined)
  const open = () => {
    if (isOpen) return
    setOpen(true)
    onOpen()
  }
  const close = () => {
    setOpen(false)
    unmark()
  }
  const choose = (option: Option) => {
    onChoose(option.value)
    if (option.stays !== true) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event.key, { isOpen, count: options.length, marked })
    if (act === undefined || isComposing(event.nativeEvent)) return
    // Escape closes the list, and not the dialog around it. Tab goes on to the next control.
    if (event.key !== 'Tab') event.preventDefault()
    if (act === 'open') open()
    else if (act === 'close') close()
    else if (act === 'choose') choose(options[marked]!)
    else setValue(options[act]?.value)
  }
  return { isOpen, marked, open, close, unmark, choose, onKeyDown }
}

interface ListState {
  readonly isOpen: boolean
  readonly count: number
  readonly marked: number
}

/** What a key means: a number is the place of the option that it marks. */
function actOf(key: string, { isOpen, count, marked }: ListState) {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (!isOpen) return 'open'
    const step = key === 'ArrowDown' ? 1 : -1
    // From no option, up leads to the last one.
    return count === 0 ? undefined : (Math.max(marked, step === 1 ? -1 : 0) + step + count) % count
  }
  if (!isOpen) return undefined
  if (key === 'Escape' || key === 'Tab') return 'close'
  return key === 'Enter' && marked !== -1 ? 'choose' : undefined
}
