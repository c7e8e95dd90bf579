/** A list whose items can be moved by drag, and by keyboard with the same handle (space, arrows, space). */
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import { nextPlace } from './next-place.ts'
import { PatientKeyboard } from './patient-keyboard.ts'
import styles from './sortable-list.module.css'

export interface SortableTexts {
  /** The name of the handle of an item. */
  readonly handle: (name: string) => string
  readonly instructions: string
  readonly lifted: (name: string) => string
  readonly over: (name: string, position: number, count: number) => string
  readonly dropped: (name: string, position: number, count: number) => string
}

export interface SortableListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly nameOf: (item: Item) => string
  readonly onMove: (from: number, to: number) => void
  /** Draws one item; `handle` is what it is dragged by. */
  readonly children: (item: Item, index: number, handle: ReactNode) => ReactNode
  readonly texts: SortableTexts
  readonly disabled?: boolean
}

export function SortableList<Item>(props: SortableListProps<Item>): ReactNode {
  const { label, items, keyOf, nameOf, onMove, texts } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(PatientKeyboard, { coordinateGetter: nextPlace }),
  )
  const keys = items.map(keyOf)
  const name = (id: string | number) => nameOf(items[keys.indexOf(String(id))]!)
  const position = (id: string | number) => keys.indexOf(String(id)) + 1
  const end = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) onMove(position(active.id) - 1, position(over.id) - 1)
  }
  const announcements = {
    onDragStart: ({ active }: { active: { id: string | number } }) => texts.lifted(name(active.id)),
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over === null ? undefined : texts.over(name(active.id), position(over.id), items.length),
    onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over === null ? undefined : texts.dropped(name(active.id), position(over.id), items.length),
    onDragCancel: () => undefined,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: texts.instructions } }}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        <ul className="stack gap-2" aria-label={label}>
          {items.map((item, index) => (
            <SortableItem key={keys[index]} id={keys[index]!} {...props} item={item} index={index} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface ItemProps<Item> extends SortableListProps<Item> {
  readonly id: string
  readonly item: Item
  readonly index: number
}

function SortableItem<Item>({ id, item, index, nameOf, texts, disabled, children }: ItemProps<Item>): ReactNode {
  const sortable = useSortable({ id, disabled: disabled ?? false })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable
  const { 'aria-describedby': describedBy } = attributes
  const handle = disabled ? null : (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.handle}
      aria-label={texts.handle(nameOf(item))}
      aria-describedby={describedBy}
      {...listeners}
      // Ends the move alone, not the drawer around the list.
      onKeyDownCapture={event => isDragging && event.key === 'Escape' && event.preventDefault()}
    >
      <Icon name="grip" size={18} />
    </button>
  )
  const style = transform === null ? {} : { transform: `translate3d(0, ${transform.y}px, 0)`, transition }
  return (
    <li ref={setNodeRef} className={styles.item} data-dragging={isDragging || undefined} style={style}>
      {children(item, index, handle)}
    </li>
  )
}
