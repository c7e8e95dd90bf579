/** Checks that no two attributes of a model are stored in the same column. */
import { scalarTypeOf } from '../attribute-type-name.ts'
import { type JsonObject, textAt } from '../json-value.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { morphColumnsOf, usesReferenceColumn } from '../load/relation-definition.ts'
import { quoted } from '../load/schema-report.ts'
import { columnName, referenceColumnName } from '../table-names.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

const COLUMN = /^[A-Za-z_][A-Za-z0-9_]*$/

export function checkColumns(context: CheckContext): void {
  for (const model of context.models) {
    // The server's own attributes come first, so a clash is reported for the attribute in the file.
    const owners = new Map([['id', 'id']])
    for (const [name, definition] of [...model.systemAttributes, ...model.attributes]) {
      // Such a name has already been refused.
      const clashes = name === 'id' || (model.attributes.has(name) && model.systemAttributes.has(name))
      if (clashes) continue
      for (const column of columnsOf(name, definition)) checkColumn({ model, name, column }, owners, context)
    }
  }
}

interface ColumnUse {
  readonly model: ModelDraft
  readonly name: string
  readonly column: string
}

function checkColumn({ model, name, column }: ColumnUse, owners: Map<string, string>, { report }: CheckContext): void {
  const key = column.toLowerCase()
  const other = owners.get(key)
  const place = attributePlace(model, name)
  if (!COLUMN.test(column)) report.problem(place, `${quoted(column)} is not allowed as the name of a column`)
  else if (other === undefined) owners.set(key, name)
  else
    report.problem(place, `is stored in the column ${quoted(column)}, and so is ${quoted(other)}; rename one of them`)
}

function columnsOf(name: string, definition: JsonObject): readonly string[] {
  if (scalarTypeOf(definition) !== null) return [columnName(name)]
  if (definition.type !== 'relation') return []
  if (definition.relation === 'morphToOne') return Object.values(morphColumnsOf(definition))
  const owns = usesReferenceColumn(definition) && textAt(definition, 'mappedBy') === null
  return owns ? [referenceColumnName(name)] : []
}
