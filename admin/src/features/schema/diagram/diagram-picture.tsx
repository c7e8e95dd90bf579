/** The picture itself: one SVG in which every box is a link. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { arrowAt, type Curve, type LineEnd } from './curves.ts'
import styles from './diagram.module.css'
import type { Box, Picture } from './lay-out.ts'
import type { GraphBox, GraphLine, Many, RelationGraph } from './relation-graph.ts'
import { shortened } from './shortened.ts'

interface DiagramPictureProps {
  readonly graph: RelationGraph
  readonly picture: Picture
  /** As wide as there is room, as long as boxes can still be read and hit. */
  readonly isFitted?: boolean
  /** What somebody looks for, and what is connected with it. Everything else steps back. */
  readonly marked?: { readonly found: ReadonlySet<string>; readonly near: ReadonlySet<string> } | null
  /** The box in the middle. The lines around it have their names. */
  readonly centre?: string
  readonly ref?: Ref<ShowBox>
}

/** Brings a box into sight. */
export type ShowBox = (uid: string) => void

/** Names can still be read. */
const SMALLEST = 0.65

export function DiagramPicture({
  graph,
  picture,
  isFitted,
  marked = null,
  centre,
  ref,
}: DiagramPictureProps): ReactNode {
  const { t } = useTexts()
  const [pointed, setPointed] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const { width, height, boxes, curves } = picture
  const show: ShowBox = uid => {
    if (frame.current !== null) scrollTo(frame.current, picture, uid)
  }
  useImperativeHandle(ref, () => show)
  // The middle of the picture is where most lines meet.
  const hub = centre ?? busiest(graph)
  const showFirst = useRef(show)
  showFirst.current = show
  useLayoutEffect(() => {
    if (hub !== undefined) showFirst.current(hub)
  }, [hub])
  const isLit = ({ from, to }: GraphLine) =>
    from === pointed || to === pointed || (marked !== null && (marked.found.has(from) || marked.found.has(to)))
  const size = isFitted ? { width: '100%', minWidth: width * SMALLEST, maxWidth: width } : { width }
  return (
    <div ref={frame} className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: no other element is a drawing with links in it */}
      <svg
        className={styles.picture}
        role="group"
        aria-label={t('schema.diagram')}
        viewBox={`0 0 ${width} ${height}`}
        style={size}
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in a group of lines can have the focus */}
        <g aria-hidden="true">
          {graph.lines.map((line, index) => (
            <Line
              key={`${line.from} ${line.field} ${line.to}`}
              line={line}
              curve={curves[index]!}
              isLit={isLit(line)}
              isDim={marked !== null && !isLit(line)}
              isNamed={centre !== undefined || isLit(line)}
            />
          ))}
        </g>
        {graph.boxes.map(box => (
          <BoxLink
            key={box.uid}
            box={box}
            place={boxes.get(box.uid)!}
            lines={graph.lines.filter(({ from, to }) => from === box.uid || to === box.uid).length}
            look={
              box.uid === centre || marked?.found.has(box.uid)
                ? 'found'
                : marked?.near.has(box.uid) === false
                  ? 'dim'
                  : undefined
            }
            onPoint={setPointed}
          />
        ))}
      </svg>
    </div>
  )
}

function busiest({ boxes, lines }: RelationGraph): string | undefined {
  const numbers = new Map(boxes.map(({ uid }) => [uid, 0]))
  for (const { from, to } of lines) for (const uid of [from, to]) numbers.set(uid, numbers.get(uid)! + 1)
  const [first, ...rest] = [...numbers]
  return first === undefined ? undefined : rest.reduce((best, one) => (one[1] > best[1] ? one : best), first)[0]
}

function scrollTo(frame: HTMLElement, { boxes, width }: Picture, uid: string): void {
  const { x, y, ...box } = boxes.get(uid)!
  const scale = frame.firstElementChild!.getBoundingClientRect().width / width
  frame.scrollTo({
    left: (x + box.width / 2) * scale - frame.clientWidth / 2,
    top: (y + box.height / 2) * scale - frame.clientHeight / 2,
  })
}

interface LineProps {
  readonly line: GraphLine
  readonly curve: Curve
  readonly isLit: boolean
  readonly isDim: boolean
  readonly isNamed: boolean
}

function Line({ line: { kind, field, inverse, ends }, curve, isLit, isDim, isNamed }: LineProps): ReactNode {
  const { path, start, end, label } = curve
  return (
    <g className={styles.line} data-kind={kind} data-lit={isLit || undefined} data-dim={isDim || undefined}>
      <path className={styles.curve} d={path} />
      <path className={styles.arrow} d={arrowAt(end)} />
      {inverse === null ? null : <path className={styles.arrow} d={arrowAt(start)} />}
      <EndText at={start} many={ends[0]} />
      <EndText at={end} many={ends[1]} />
      {isNamed ? (
        <text className={styles.name} x={label.x} y={label.y + 4} textAnchor={label.anchor}>
          {shortened(inverse === null ? field : `${field} · ${inverse}`, 26)}
        </text>
      ) : null}
    </g>
  )
}

function EndText({ at: { x, y, side }, many }: { readonly at: LineEnd; readonly many: Many }): ReactNode {
  return (
    <text className={styles.many} x={side === 'right' ? x + 13 : x - 13} y={y - 3} textAnchor="middle">
      {many}
    </text>
  )
}

interface BoxLinkProps {
  readonly box: GraphBox
  readonly place: Box
  /** How many lines it has. */
  readonly lines: number
  readonly look: 'found' | 'dim' | undefined
  readonly onPoint: (uid: string | undefined) => void
}

function BoxLink({ box: { uid, name, kind }, place, lines, look, onPoint }: BoxLinkProps): ReactNode {
  const { count } = useTexts()
  const { x, y, width, height } = place
  return (
    <Link
      to="/plugins/content-type-builder/$uid"
      params={{ uid }}
      className={styles.box!}
      aria-label={`${name} ${uid}, ${count('schema.connections', lines)}`}
      data-kind={kind}
      data-look={look}
      onFocus={() => onPoint(uid)}
      onBlur={() => onPoint(undefined)}
      onMouseEnter={() => onPoint(uid)}
      onMouseLeave={() => onPoint(undefined)}
    >
      <title>{uid}</title>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      {/* SVG alone cannot cut texts to their room. */}
      <foreignObject x={x} y={y} width={width} height={height}>
        <div className={styles.texts}>
          <span className={styles.title}>{name}</span> <span className={styles.uid}>{uid}</span>
        </div>
      </foreignObject>
    </Link>
  )
}
