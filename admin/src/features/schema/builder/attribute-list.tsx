/** The attributes of a type or component, in their order. */
import { type ReactNode, useState } from 'react'
import type { SchemaFilesInfo } from '../../../../../src/admin-api/builder-api.ts'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { moved } from '../../../ui/drag/moved.ts'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { AttributeDialog } from './attribute-dialog.tsx'
import styles from './builder.module.css'
import { isLocalized } from './definition.ts'
import type { AttributeDraft, ModelDraft } from './edited-model.ts'

export interface AttributeListProps {
  readonly draft: ModelDraft
  /** Absent: a new model. */
  readonly uid: string | undefined
  readonly files: SchemaFilesInfo
  readonly onChange: (attributes: readonly AttributeDraft[]) => void
}

const NEW: AttributeDraft = { key: '', name: '', definition: { type: 'string' } }

export function AttributeList({ draft, uid, files, onChange }: AttributeListProps): ReactNode {
  const { t } = useTexts()
  const texts = useSortableTexts()
  const [edited, setEdited] = useState<AttributeDraft>()
  const { attributes } = draft
  const store = (attribute: AttributeDraft) => {
    const isKnown = attributes.some(({ key }) => key === attribute.key)
    const added = { ...attribute, key: `new ${Date.now()}` }
    onChange(
      isKnown ? attributes.map(other => (other.key === attribute.key ? attribute : other)) : [...attributes, added],
    )
    setEdited(undefined)
  }
  const add = (
    <Button icon="add" onClick={() => setEdited(NEW)}>
      {t('builder.addAttribute')}
    </Button>
  )
  return (
    <Card title={t('builder.attributes')} actions={add}>
      {attributes.length === 0 ? <p className="soft">{t('builder.noAttributes')}</p> : null}
      <SortableList
        label={t('builder.attributes')}
        items={attributes}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={(from, to) => onChange(moved(attributes, from, to))}
        texts={texts}
      >
        {(attribute, index, handle) => (
          <AttributeRow
            attribute={attribute}
            handle={handle}
            onEdit={() => setEdited(attribute)}
            onMove={step => onChange(moved(attributes, index, Math.max(0, index + step)))}
            onRemove={() => onChange(attributes.filter(other => other !== attribute))}
          />
        )}
      </SortableList>
      {edited === undefined ? null : (
        <AttributeDialog
          attribute={edited}
          model={{ draft, uid, files }}
          onStore={store}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}

interface AttributeRowProps {
  readonly attribute: AttributeDraft
  readonly handle: ReactNode
  readonly onEdit: () => void
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
}

function AttributeRow({ attribute, handle, onEdit, onMove, onRemove }: AttributeRowProps): ReactNode {
  const { t } = useTexts()
  const { name, was, definition } = attribute
  const marks = [
    definition.required === true ? t('schema.required') : '',
    definition.unique === true ? t('schema.unique') : '',
    definition.private === true ? t('schema.private') : '',
    isLocalized(definition) ? t('schema.localized') : '',
  ].filter(mark => mark !== '')
  return (
    <div className={styles.row}>
      {handle}
      <div className={styles.facts}>
        <strong className="breaks">{name}</strong>
        <code className="small soft breaks">{typeText(attribute)}</code>
        {was === undefined ? <Badge look="good">{t('builder.isNew')}</Badge> : null}
        {was === undefined || was === name ? null : <Badge look="changed">{t('builder.was', { name: was })}</Badge>}
        {marks.map(mark => (
          <Badge key={mark}>{mark}</Badge>
        ))}
      </div>
      <div className={styles.buttons}>
        <IconButton size="small" icon="arrowUp" label={`${t('form.moveUp')}: ${name}`} onClick={() => onMove(-1)} />
        <IconButton size="small" icon="arrowDown" label={`${t('form.moveDown')}: ${name}`} onClick={() => onMove(1)} />
        <IconButton size="small" icon="edit" label={t('builder.edit', { name })} onClick={onEdit} />
        <IconButton size="small" icon="trash" label={t('builder.remove', { name })} onClick={onRemove} />
      </div>
    </div>
  )
}

/** `relation manyToOne → api::author.author` */
function typeText({ definition }: AttributeDraft): string {
  const { type, relation, target, component, components, inversedBy, mappedBy } = definition
  const leads = [target, component, ...(Array.isArray(components) ? components : [])].filter(uid => uid !== undefined)
  const end = inversedBy ?? mappedBy
  const to = leads.length === 0 ? '' : ` → ${leads.join(', ')}${end === undefined ? '' : ` (${String(end)})`}`
  return `${String(type)}${relation === undefined ? '' : ` ${String(relation)}`}${to}`
}
