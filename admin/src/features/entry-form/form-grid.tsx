/** The fields of a type or of a component, in the rows, widths and words of its view. */
import { type ReactNode, useMemo } from 'react'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import { Field } from './fields/field.tsx'
import type { FieldPlace } from './fields/field-props.ts'
import { type FormGridProps, useForm } from './form-context.tsx'
import styles from './form-grid.module.css'
import { gridRows } from './grid-rows.ts'

export function FormGrid({ uid, prefix, field, disabled }: FormGridProps): ReactNode {
  const { type, schema, views, session } = useForm()
  const rows = useMemo(() => {
    const attributes: Readonly<Record<string, AttributeInfo>> =
      uid === type.uid
        ? type.attributes
        : (schema.components.find(component => component.uid === uid)?.attributes ?? {})
    return gridRows(attributes, views[uid]).map(row =>
      row
        .filter(({ name }) => session.shows(`${field}${name}`))
        .map(({ name, size, metadata }) => {
          const attribute = attributes[name]!
          const place: FieldPlace = {
            path: `${prefix}${name}`,
            name,
            attribute,
            owner: uid,
            label: metadata?.label || name,
            hint: metadata?.description || undefined,
            placeholder: metadata?.placeholder || undefined,
            disabled:
              disabled || !attribute.writable || metadata?.editable === false || !session.may(`${field}${name}`),
          }
          return { place, size }
        }),
    )
  }, [uid, type, schema, views, session, prefix, field, disabled])
  return (
    <div className={styles.rows}>
      {rows
        .filter(row => row.length > 0)
        .map(row => (
          <div key={row.map(({ place }) => place.name).join()} className={styles.row}>
            {row.map(({ place, size }) => (
              <div
                key={place.path}
                className={styles.cell}
                data-type={place.attribute.type}
                style={{ '--size': size } as never}
              >
                <Field place={place} />
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
