import { KeyboardCode, KeyboardSensor, type KeyboardSensorProps, type SensorInstance } from '@dnd-kit/core'
import { nextItem } from './next-place.ts'

const ENDS: readonly string[] = [KeyboardCode.Space, KeyboardCode.Enter, KeyboardCode.Tab, KeyboardCode.Esc]
const ARROWS: readonly string[] = [KeyboardCode.Up, KeyboardCode.Down]

/** How long a key waits, in milliseconds, for the one before it to be shown. */
const LONGEST_WAIT = 1000

/**
 * A `KeyboardSensor` that loses no key. That one takes a place from what was drawn last, so of keys that come faster than it is
 * drawn some would do nothing, and the item would be put down where it was a moment before. Here keys wait for each other.
 */
export class PatientKeyboard implements SensorInstance {
  static readonly activators = KeyboardSensor.activators
  readonly autoScrollEnabled = false

  readonly #props: KeyboardSensorProps
  readonly #document: Document
  readonly #waiting: KeyboardEvent[] = []
  /** A copy of a key whose turn it is. */
  #current: KeyboardEvent | undefined
  #isWaiting = true
  #isOver = false
  /** The key that puts the item down is waiting: those after it are for the page. */
  #isEnding = false

  constructor(props: KeyboardSensorProps) {
    this.#props = props
    this.#document = (props.event.target as Node).ownerDocument ?? document
    this.#document.addEventListener('keydown', this.#collect, true)
    const stopped =
      <Args extends unknown[]>(then: (...args: Args) => void) =>
      (...args: Args) => {
        this.#stop()
        then(...args)
      }
    new KeyboardSensor({ ...props, onEnd: stopped(props.onEnd), onCancel: stopped(props.onCancel) })
    // That one listens to keys after a moment, too.
    setTimeout(() => this.#waitFor(() => this.#isMeasured()))
  }

  readonly #collect = (event: KeyboardEvent): void => {
    const { code, repeat } = event
    if (event === this.#current || this.#isEnding || !(ENDS.includes(code) || ARROWS.includes(code))) return
    // The list was closed with the item in the air.
    if (this.#props.activeNode.node.current === null) {
      this.#press(KeyboardCode.Esc)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down does not run ahead of what is seen.
    if (repeat && (this.#waiting.length > 0 || !ARROWS.includes(code))) return
    this.#isEnding = ENDS.includes(code)
    this.#waiting.push(event)
    if (!this.#isWaiting) this.#next()
  }

  #next(): void {
    const waiting = this.#waiting.shift()
    if (waiting === undefined) return
    const { code } = waiting
    const next = nextItem(code, this.#props.context.current)
    this.#press(code)
    if (next !== undefined) this.#waitFor(() => this.#props.context.current.over?.id === next)
    else this.#next()
  }

  #press(code: string): void {
    this.#current = new KeyboardEvent('keydown', { code, cancelable: true })
    this.#document.dispatchEvent(this.#current)
  }

  #isMeasured(): boolean {
    const { active, over, collisionRect } = this.#props.context.current
    return active !== null && over !== null && collisionRect !== null
  }

  #waitFor(isReached: () => boolean): void {
    this.#isWaiting = true
    const began = performance.now()
    const look = () => {
      if (this.#isOver) return
      if (!isReached() && performance.now() - began < LONGEST_WAIT) {
        requestAnimationFrame(look)
        return
      }
      this.#isWaiting = false
      this.#next()
    }
    requestAnimationFrame(look)
  }

  #stop(): void {
    this.#isOver = true
    this.#document.removeEventListener('keydown', this.#collect, true)
  }
}
