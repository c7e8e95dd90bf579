/** What a query asks for, as a tree: each value and each related part can be ticked, and what is ticked opens. */
import type { ReactNode } from 'react'
import type { MissingPart } from '../../../../src/admin-api/explain-api.ts'
import type { JsonObject } from '../../../../src/admin-api/route-types.ts'
import type { SchemaInfo } from '../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import {
  chosenFields,
  isObject,
  optionsAt,
  type Place,
  populatedNames,
  toggleComponent,
  toggleField,
  togglePart,
} from './edit-query.ts'
import styles from './explorer.module.css'
import { fieldsOf, type ModelInfo, type Part, partsOf } from './model-fields.ts'
import { PartOptions } from './part-options.tsx'

export interface TreeContext {
  readonly schema: SchemaInfo
  readonly query: JsonObject
  /** What the answer does not have. */
  readonly missing: readonly MissingPart[]
  readonly onChange: (query: JsonObject) => void
}

interface NodeProps extends TreeContext {
  readonly model: ModelInfo
  readonly place: Place
  /** As reasons name it: `blocks.author`. */
  readonly path: readonly string[]
}

export function ModelTree(props: NodeProps): ReactNode {
  const { schema, query, missing, onChange, model, place, path } = props
  const options = optionsAt(query, place) ?? {}
  const [fields, parts] = [fieldsOf(model), partsOf(model, schema)]
  const chosen = chosenFields(options)
  const populated = populatedNames(options)
  const names = parts.map(({ name }) => name)
  return (
    <ul className={styles.tree}>
      {fields.map(name => (
        <li key={name}>
          <Checkbox
            label={name}
            hint={reasonFor([...path, name], missing)}
            checked={chosen?.includes(name) ?? true}
            onChange={() => onChange(toggleField(query, place, name, fields))}
          />
        </li>
      ))}
      {parts.map(part => (
        <li key={part.name}>
          <Checkbox
            label={`${part.name} ›`}
            hint={reasonFor([...path, part.name], missing)}
            checked={populated?.has(part.name) ?? true}
            onChange={() => onChange(togglePart(query, place, part.name, names))}
          />
          <OpenPart {...props} part={part} place={[...place, 'populate', part.name]} path={[...path, part.name]} />
        </li>
      ))}
    </ul>
  )
}

/** Shown once the part is ticked. */
function OpenPart({ part, place, path, ...context }: Omit<NodeProps, 'model'> & { readonly part: Part }): ReactNode {
  const { query, onChange } = context
  const options = optionsAt(query, place)
  if (options === undefined || part.models.length === 0) return null
  const [model] = part.models
  return (
    <div className={styles.inner}>
      {part.kind === 'relation' && part.isMany && 'kind' in model! ? (
        <PartOptions {...{ query, place, onChange }} type={model} label={path.join('.')} />
      ) : null}
      {part.kind === 'zone' ? (
        <ZoneTree {...context} part={part} place={place} path={path} />
      ) : (
        <ModelTree {...context} model={model!} place={place} path={path} />
      )}
    </div>
  )
}

/** Without a tick, every component is shown with its values. */
function ZoneTree({ part, place, path, ...context }: Omit<NodeProps, 'model'> & { readonly part: Part }): ReactNode {
  const { t } = useTexts()
  const { query, onChange } = context
  const { on } = optionsAt(query, place) ?? {}
  return (
    <ul className={styles.tree}>
      {isObject(on) ? null : <li className="small soft">{t('explorer.everyComponent')}</li>}
      {part.models.map(model => (
        <li key={model.uid}>
          <Checkbox
            label={`${model.uid} ›`}
            checked={isObject(on) && model.uid in on}
            onChange={() => onChange(toggleComponent(query, place, model.uid))}
          />
          {isObject(on) && model.uid in on ? (
            <div className={styles.inner}>
              <ModelTree {...context} model={model} place={[...place, 'on', model.uid]} path={path} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** What is only not asked for needs no reason here: it has no tick. */
function reasonFor(path: readonly string[], missing: readonly MissingPart[]): string | undefined {
  const at = path.join('.')
  return missing.find(part => part.path === at && !UNASKED.includes(part.reason))?.message
}

const UNASKED: readonly MissingPart['reason'][] = ['not-selected', 'not-populated']
