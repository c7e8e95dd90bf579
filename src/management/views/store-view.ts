/** Changes "Configure the view". */
import { z } from 'zod'
import { checkInput, flag, text } from '../../input/check-input.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { Database } from '../../storage/database.ts'
import { setCoreStore } from '../../tables/core-store.ts'
import { defaultView, viewNames } from './default-view.ts'
import { viewKey } from './stored-views.ts'

const short = (most: number) =>
  z.string({ error: 'expected a string' }).max(most, { error: `expected at most ${most} characters` })
const metadata = z.looseObject({
  edit: z.looseObject({
    label: short(255).optional(),
    description: short(2000).optional(),
    placeholder: short(255).optional(),
    visible: flag().optional(),
    editable: flag().optional(),
    mainField: short(255).optional(),
  }),
  list: z.looseObject({
    label: short(255).optional(),
    searchable: flag().optional(),
    sortable: flag().optional(),
    mainField: short(255).optional(),
  }),
})

const viewInput = z.strictObject({
  settings: z.looseObject({
    bulkable: flag(),
    filterable: flag(),
    searchable: flag(),
    pageSize: z.number({ error: 'expected a number' }).int().min(1).max(100),
    mainField: text(),
    defaultSortBy: text(),
    defaultSortOrder: z.enum(['ASC', 'DESC'], { error: 'expected ASC or DESC' }),
  }),
  metadatas: z.record(z.string(), metadata),
  layouts: z.looseObject({
    list: z.array(text(), { error: 'expected a list of names' }).min(1, { error: 'expected at least one column' }),
    edit: z.array(z.array(z.strictObject({ name: text(), size: z.number().int().min(1).max(12) }))),
  }),
})

/** Stores the view in Strapi's form. */
export async function storeView(database: Database, model: Model, schema: Schema, input: unknown): Promise<void> {
  const given = checkInput(viewInput.superRefine(namesExist(model)), input)
  const standard = defaultView(model, schema)
  const isComponent = model.kind === 'component' ? { isComponent: true } : {}
  const content = { ...given, metadatas: { ...standard.metadatas, ...given.metadatas }, uid: model.uid, ...isComponent }
  await changeAlone(database, viewKey(model), run => setCoreStore(run, viewKey(model), content))
}

function namesExist(model: Model) {
  const known = ['id', ...viewNames(model)]
  return ({ settings, metadatas, layouts }: z.infer<typeof viewInput>, issues: z.RefinementCtx) => {
    const check = (field: string, path: (string | number)[]) => {
      if (!known.includes(field))
        issues.addIssue({ code: 'custom', path, message: `there is no attribute ${field.slice(0, 100)}` })
    }
    check(settings.mainField, ['settings', 'mainField'])
    check(settings.defaultSortBy, ['settings', 'defaultSortBy'])
    for (const field of Object.keys(metadatas)) check(field, ['metadatas', field])
    for (const [index, field] of layouts.list.entries()) check(field, ['layouts', 'list', index])
    for (const [row, cells] of layouts.edit.entries())
      for (const [cell, { name: field }] of cells.entries()) check(field, ['layouts', 'edit', row, cell])
  }
}
