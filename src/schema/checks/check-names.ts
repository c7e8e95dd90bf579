/** Checks the names of types, components, tables and attributes that come from files and folders. Refuses hostile ones. */
import type { ComponentDraft, ModelDraft, TypeDraft } from '../load/model-draft.ts'
import { quoted } from '../load/schema-report.ts'
import { kebabCase } from '../snake-case.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9_]*$/
/** Strapi's builder refuses these names, but Strapi runs with them. */
const DASHED = /^[A-Za-z][A-Za-z0-9_-]*$/
const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const TABLE = /^[A-Za-z_][A-Za-z0-9_-]*$/
const COMPONENT = /^[a-z0-9][a-z0-9_-]*$/
/** The first parts of addresses below the prefix of the API that the server answers itself. */
const BUILT_IN_ROUTES = [
  ...['auth', 'connect', 'content-type-builder', 'email', 'i18n', 'openapi.json', 'queries', 'upload', 'users'],
  'users-permissions',
]
const RESERVED_ATTRIBUTES = ['id', '__component', '__contentType']

export function checkNames(context: CheckContext): void {
  const uids = new Map<string, ModelDraft>()
  const typeNames = new Map<string, TypeDraft>()
  for (const model of context.models) {
    checkUid(model, uids, context)
    checkTableName(model, context)
    if (model.kind === 'component') checkComponentName(model, context)
    else if (model.userDefined) checkTypeNames(model, typeNames, context)
    for (const name of model.attributes.keys()) checkAttributeName(model, name, context)
  }
}

function checkUid(model: ModelDraft, uids: Map<string, ModelDraft>, { report }: CheckContext): void {
  const other = uids.get(model.uid)
  if (other === undefined) uids.set(model.uid, model)
  else report.problem({ file: model.file, path: [] }, `has the same uid as ${other.file}: ${quoted(model.uid)}`)
}

function checkTableName(model: ModelDraft, { report }: CheckContext): void {
  if (TABLE.test(model.tableName)) return
  const rule = 'a table name may contain only letters, digits, "_" and "-", and must not start with a digit'
  report.problem({ file: model.file, path: ['collectionName'] }, `${quoted(model.tableName)} is not allowed: ${rule}`)
}

function checkComponentName(component: ComponentDraft, { report }: CheckContext): void {
  const names = { category: component.category, 'file name': component.singularName }
  for (const [what, name] of Object.entries(names)) {
    if (COMPONENT.test(name)) continue
    const rule = `the ${what} of a component may contain only letters, digits, "_" and "-"`
    report.problem({ file: component.file, path: [] }, `${quoted(name)} is not allowed: ${rule}`)
  }
}

function checkTypeNames(type: TypeDraft, known: Map<string, TypeDraft>, { report }: CheckContext): void {
  const api = type.uid.slice('api::'.length, -type.singularName.length - 1)
  if (!KEBAB.test(api)) {
    report.problem({ file: type.file, path: [] }, `${quoted(api)} is not allowed as the name of an API folder`)
  }
  for (const key of ['singularName', 'pluralName'] as const) {
    const name = type[key]
    const place = { file: type.file, path: ['info', key] }
    const other = known.get(name)
    if (!KEBAB.test(name)) {
      const better = kebabCase(name)
      const hint = KEBAB.test(better) ? `, such as ${quoted(better)}` : ''
      report.problem(place, `${quoted(name)} must be in kebab-case${hint}`)
    } else if (other === type) {
      report.problem(place, `must differ from the singular name ${quoted(name)}`)
    } else if (other !== undefined) {
      report.problem(place, `${quoted(name)} is already the singular or plural name in ${other.file}`)
    } else if (key === (type.single ? 'singularName' : 'pluralName') && BUILT_IN_ROUTES.includes(name)) {
      report.mistake(place, `the address /api/${name} belongs to the server itself; choose another name`)
      known.set(name, type)
    } else {
      known.set(name, type)
    }
  }
}

function checkAttributeName(model: ModelDraft, name: string, { report }: CheckContext): void {
  const place = attributePlace(model, name)
  if (RESERVED_ATTRIBUTES.includes(name)) {
    report.problem(place, `the name ${quoted(name)} is reserved`)
  } else if (model.systemAttributes.has(name)) {
    report.problem(place, `the name ${quoted(name)} is reserved: the server adds this attribute itself`)
  } else if (name in Object.prototype) {
    report.problem(place, `the name ${quoted(name)} is not allowed: every JavaScript object already has it`)
  } else if (!ATTRIBUTE.test(name)) {
    const rule = 'it must start with a letter and may contain only letters, digits and "_"'
    const text = `the name ${quoted(name)} is not allowed: ${rule}`
    if (DASHED.test(name)) report.mistake(place, text)
    else report.problem(place, text)
  }
}
