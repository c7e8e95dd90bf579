/** Checks relations: their kind, their target, and whether both sides agree. */
import { type JsonObject, textAt } from '../json-value.ts'
import { allAttributes, type ModelDraft } from '../load/model-draft.ts'
import { RELATION_NAMES } from '../load/relation-definition.ts'
import { type Place, quoted, suggestion, suggestionOrAll } from '../load/schema-report.ts'
import { attributePlace, type CheckContext } from './check-context.ts'
import { checkInverse, type RelationSide } from './check-inverse.ts'

export function checkRelations(context: CheckContext): void {
  for (const model of context.models) {
    for (const [name, definition] of model.attributes) {
      if (definition.type === 'relation') checkRelation(model, name, context)
    }
  }
}

function checkRelation(model: ModelDraft, name: string, context: CheckContext): void {
  const definition = model.attributes.get(name)!
  const { relation } = definition
  const place = (key: string): Place => attributePlace(model, name, key)
  if (typeof relation !== 'string') {
    context.report.problem(place('relation'), `is missing. Use one of these: ${RELATION_NAMES.join(', ')}.`)
  } else if (!RELATION_NAMES.includes(relation)) {
    const hint = suggestionOrAll(relation, RELATION_NAMES)
    context.report.problem(place('relation'), `there is no relation ${quoted(relation)}.${hint}`)
  } else if (relation !== 'morphToOne' && relation !== 'morphToMany') {
    const target = checkTarget(place('target'), definition.target, context)
    if (target === null) return
    const side = { model, name, definition, target }
    if (relation === 'morphOne' || relation === 'morphMany') checkMorphBy(side, context)
    else checkInverse(side, context)
  }
}

/** The model at the other end; `null` if there is a problem, or if the target's file could not be read. */
function checkTarget(place: Place, target: unknown, { byUid, draft, report }: CheckContext): ModelDraft | null {
  if (typeof target !== 'string') {
    report.problem(place, 'is missing; enter a content type, such as "api::article.article"')
    return null
  }
  const model = byUid.get(target)
  if (model?.kind === 'type') return model
  if (draft.unreadable.has(target)) return null
  if (model !== undefined) {
    report.problem(place, `${quoted(target)} is a component; the target of a relation must be a content type`)
  } else {
    const types = [...draft.types, ...draft.builtIn].map(type => type.uid)
    const named = types.find(uid => uid.endsWith(`.${target}`))
    const help = named === undefined ? suggestion(target, types) : ` Did you mean ${quoted(named)}?`
    report.problem(place, `there is no content type ${quoted(target)}.${help || known(types)}`)
  }
  return null
}

/** The project's own, if they are few. */
function known(types: readonly string[]): string {
  const own = types.filter(uid => uid.startsWith('api::'))
  return own.length === 0 || own.length > 10 ? '' : ` There are: ${own.join(', ')}.`
}

function checkMorphBy({ model, name, definition, target }: RelationSide, { report }: CheckContext): void {
  const morphBy = textAt(definition, 'morphBy')
  const place = attributePlace(model, name, 'morphBy')
  const open = [...allAttributes(target)].filter(([, other]) => isMorphTo(other)).map(([other]) => other)
  if (morphBy === null) {
    report.problem(place, `is missing; enter the morphToOne or morphToMany attribute of ${quoted(target.uid)}`)
  } else if (!open.includes(morphBy)) {
    const hint = suggestion(morphBy, open)
    report.problem(place, `${quoted(target.uid)} has no morphToOne or morphToMany attribute ${quoted(morphBy)}.${hint}`)
  }
}

function isMorphTo(definition: JsonObject): boolean {
  return definition.relation === 'morphToOne' || definition.relation === 'morphToMany'
}
