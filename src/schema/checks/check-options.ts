/** Finds keys that nothing reads, such as `requird`: a mistyped option would be ignored without a word. */
import { isObject, type JsonObject, objectAt } from '../json-value.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { type Place, quoted, suggestion } from '../load/schema-report.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

/** Some of these mean nothing to us, but Strapi and its admin panel write them. */
const MODEL_KEYS = [
  ...['kind', 'collectionName', 'info', 'options', 'pluginOptions', 'attributes', 'config', 'connection'],
  ...['modelName', 'modelType', 'uid', 'globalId', 'category', 'indexes', 'foreignKeys', 'actions', 'lifecycles'],
  ...['__schema__', '__filename__', '$schema'],
]
const INFO_KEYS = ['singularName', 'pluralName', 'displayName', 'description', 'icon', 'name', 'label', 'mainField']
const SWITCHES = ['draftAndPublish', 'populateCreatorFields', 'increments', 'timestamps', 'reviewWorkflows']
const OPTION_KEYS = [...SWITCHES, 'privateAttributes', 'comment']
export const ATTRIBUTE_KEYS = [
  ...['type', 'required', 'unique', 'private', 'configurable', 'writable', 'visible', 'searchable', 'default'],
  ...['pluginOptions', 'column', 'columnType', 'customField', 'options', 'displayName', 'description', 'nullable'],
  ...['minLength', 'maxLength', 'regex', 'min', 'max', 'enum', 'enumName', 'targetField', 'encryption', 'index'],
  ...['multiple', 'allowedTypes', 'component', 'components', 'repeatable', 'relation', 'target', 'targetAttribute'],
  ...['inversedBy', 'mappedBy', 'morphBy', 'morphColumn', 'useJoinTable', 'joinTable', 'joinColumn', 'owner'],
  ...['dominant', 'autoPopulate', 'conditions'],
]

const ATTRIBUTE_SWITCHES = ['required', 'unique', 'private', 'repeatable', 'multiple']

export function checkOptions(context: CheckContext): void {
  for (const model of context.models) {
    if (model.kind === 'type' && !model.userDefined) continue
    const { file, source } = model
    checkKeys({ file, path: [] }, source, MODEL_KEYS, context)
    checkKeys({ file, path: ['info'] }, objectAt(source, 'info'), INFO_KEYS, context)
    checkKeys({ file, path: ['options'] }, objectAt(source, 'options'), OPTION_KEYS, context)
    checkSwitches({ file, path: ['options'] }, objectAt(source, 'options'), SWITCHES, context)
    for (const [name, definition] of model.attributes) checkAttribute(model, name, definition, context)
  }
}

function checkAttribute(model: ModelDraft, name: string, definition: JsonObject, context: CheckContext): void {
  const place = attributePlace(model, name)
  checkKeys(place, definition, ATTRIBUTE_KEYS, context)
  checkSwitches(place, definition, ATTRIBUTE_SWITCHES, context)
}

function checkKeys(place: Place, given: JsonObject, known: readonly string[], { report }: CheckContext): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue
    const hint = suggestion(key, known)
    report.mistake({ ...place, path: [...place.path, key] }, `there is no option ${quoted(key)}.${hint}`)
  }
}

/** `"required": "true"` would mean no. */
function checkSwitches(place: Place, given: JsonObject, names: readonly string[], { report }: CheckContext): void {
  for (const name of names) {
    const value = given[name]
    if (value === undefined || value === null || typeof value === 'boolean' || isObject(value)) continue
    const shown = quoted(String(value))
    report.mistake({ ...place, path: [...place.path, name] }, `must be true or false, not ${shown}`)
  }
}
