/** The fields of a type or of a component, in the rows, widths and words of its view. */
import { type ReactNode, useMemo } from 'react'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import { fieldLabel } from '../../api/field-label.ts'
import { BesideValue } from './beside/beside-value.tsx'
import { Field } from './fields/field.tsx'
import { type FieldPlace, isShared } from './fields/field-props.ts'
import { type FormGridProps, useForm } from './form-context.tsx'
import styles from './form-grid.module.css'
import { gridRows } from './grid-rows.ts'
import { isParts } from './store/form-value.ts'

export function FormGrid({ uid, prefix, field, disabled }: FormGridProps): ReactNode {
  const { type, schema, views, session, beside } = useForm()
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
            label: fieldLabel(name, metadata?.label),
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
    <div className={styles.rows} data-beside={beside === null ? undefined : true}>
      {rows
        .filter(row => row.length > 0)
        .map(row => (
          <div key={row.map(({ place }) => place.name).join()} className={styles.row}>
            {row.map(({ place, size }) => (
              <div
                key={place.path}
                className={styles.cell}
                data-type={place.attribute.type}
                data-parts={isParts(place.attribute) || undefined}
                data-shared={isShared(type, place) || undefined}
                style={{ '--size': size } as never}
              >
                <div className={styles.mine}>
                  <Field place={place} />
                </div>
                {beside === null ? null : (
                  <div className={styles.theirs}>
                    <BesideValue place={place} />
                  </div>
                )}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
