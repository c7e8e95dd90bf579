import { KeyboardCode, type KeyboardCoordinateGetter } from '@dnd-kit/core'
import { hasSortableData } from '@dnd-kit/sortable'

const STEPS: Readonly<Record<string, number>> = { [KeyboardCode.Up]: -1, [KeyboardCode.Down]: 1 }

/** An arrow key moves what is lifted by one place, however high the items are: its middle goes to the middle of the next one. */
export const nextPlace: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = STEPS[event.code]
  const { active, over, collisionRect, droppableRects } = context
  if (step === undefined || active === null || collisionRect === null || !hasSortableData(active)) return undefined
  event.preventDefault()
  const { items } = active.data.current.sortable
  const next = items[items.indexOf((over ?? active).id) + step]
  const place = next === undefined ? undefined : droppableRects.get(next)
  if (place === undefined) return undefined
  return { ...currentCoordinates, y: place.top + (place.height - collisionRect.height) / 2 }
}
