/** The types and components as boxes, and what connects them as lines. Each box opens its type. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { Card } from '../../../ui/page/page.tsx'
import styles from './diagram.module.css'
import { DiagramPicture, type ShowBox } from './diagram-picture.tsx'
import { layOut, type Picture } from './lay-out.ts'
import { Legend } from './legend.tsx'
import { neighbourhood, neighboursOf, type RelationGraph, withoutComponents } from './relation-graph.ts'
import { RelationTable } from './relation-table.tsx'

/** Names of attributes are written on the lines where there is room. */
const GAP = 120
const NAMED_GAP = 200

/** In a picture of more boxes, components are left out until somebody wants them. */
const MANY = 40

export function RelationDiagram({ graph }: { readonly graph: RelationGraph }): ReactNode {
  const { t, count } = useTexts()
  const [isFitted, setFitted] = useState(true)
  const [hasComponents, setComponents] = useState(graph.boxes.length <= MANY)
  const [sought, setSought] = useState('')
  const show = useRef<ShowBox>(null)
  const shown = useMemo(() => (hasComponents ? graph : withoutComponents(graph)), [graph, hasComponents])
  const picture = useMemo(() => pictureOf(shown), [shown])
  const found = useMemo(() => matching(shown, sought), [shown, sought])
  const search = (text: string) => {
    setSought(text)
    const [first] = matching(shown, text)
    if (text !== '' && first !== undefined) show.current?.(first)
  }
  return (
    <Card title={t('schema.diagram')}>
      <div className={styles.tools}>
        <SearchField label={t('schema.findType')} value={sought} onSearch={search} />
        <Checkbox label={t('schema.components')} checked={hasComponents} onChange={setComponents} />
        <Checkbox label={t('schema.fit')} checked={isFitted} onChange={setFitted} />
      </div>
      <p role="status" className="small soft below-2">
        {sought === '' ? null : count('schema.foundTypes', found.length)}
      </p>
      <DiagramPicture
        ref={show}
        graph={shown}
        picture={picture}
        isFitted={isFitted}
        marked={sought === '' ? null : { found: new Set(found), near: neighboursOf(shown.lines, found) }}
      />
      <Below graph={shown} />
    </Card>
  )
}

/** One box in the middle, with its neighbours. */
export function NeighbourDiagram({ graph, uid }: { readonly graph: RelationGraph; readonly uid: string }): ReactNode {
  const { t } = useTexts()
  const near = useMemo(() => neighbourhood(graph, uid), [graph, uid])
  const picture = useMemo(() => pictureOf(near, uid), [near, uid])
  const isAlone = near.lines.length + near.open.length === 0
  return (
    <Card title={t('schema.diagram')}>
      {near.lines.length === 0 ? null : <DiagramPicture graph={near} picture={picture} centre={uid} isFitted />}
      {isAlone ? <p className="soft">{t('schema.noRelations')}</p> : <Below graph={near} />}
    </Card>
  )
}

function Below({ graph }: { readonly graph: RelationGraph }): ReactNode {
  return (
    <div className="stack gap-3 above-3">
      <Legend graph={graph} />
      <RelationTable graph={graph} />
    </div>
  )
}

function pictureOf({ boxes, lines }: RelationGraph, centre?: string): Picture {
  const uids = boxes.map(({ uid }) => uid)
  return layOut(uids, lines, { gap: centre === undefined ? GAP : NAMED_GAP, centre })
}

/** The uids of the boxes whose names have the text. */
function matching({ boxes }: RelationGraph, text: string): readonly string[] {
  const wanted = text.toLowerCase()
  return boxes.filter(({ uid, name }) => `${name} ${uid}`.toLowerCase().includes(wanted)).map(({ uid }) => uid)
}
