import { KeyboardCode, type KeyboardCoordinateGetter, type SensorContext } from '@dnd-kit/core'
import { hasSortableData } from '@dnd-kit/sortable'

const STEPS: Readonly<Record<string, number>> = { [KeyboardCode.Up]: -1, [KeyboardCode.Down]: 1 }

/** The item whose place an arrow key gives to what is lifted; `undefined` at the ends of the list, and for other keys. */
export function nextItem(code: string, { active, over }: Pick<SensorContext, 'active' | 'over'>) {
  const step = STEPS[code]
  if (step === undefined || active === null || !hasSortableData(active)) return undefined
  const { items } = active.data.current.sortable
  return items[items.indexOf((over ?? active).id) + step]
}

/** An arrow key moves what is lifted by one place, however high the items are: its middle goes to the middle of the next one. */
export const nextPlace: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const { collisionRect, droppableRects } = context
  if (collisionRect === null || STEPS[event.code] === undefined) return undefined
  event.preventDefault()
  const next = nextItem(event.code, context)
  const place = next === undefined ? undefined : droppableRects.get(next)
  if (place === undefined) return undefined
  return { ...currentCoordinates, y: place.top + (place.height - collisionRect.height) / 2 }
}
