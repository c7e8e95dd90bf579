/**
 * Checks the two sides of a relation: `inversedBy` belongs on the side that owns the link, `mappedBy` on the other. If
 * they disagree, the owner's side is reported. Two oddities of real Strapi projects only cause a warning: an inverse
 * whose owner does not exist, and two sides that both claim to own the link.
 */
import { type JsonObject, textAt } from '../json-value.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { OPPOSITE, type PlainRelation, plainRelationOf } from '../load/relation-definition.ts'
import { type Place, quoted, suggestion } from '../load/schema-report.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

/** A relation attribute with the models at both ends. */
export interface RelationSide {
  readonly model: ModelDraft
  readonly name: string
  readonly definition: JsonObject
  readonly target: ModelDraft
}

export function checkInverse(side: RelationSide, context: CheckContext): void {
  const { definition } = side
  const inversedBy = textAt(definition, 'inversedBy')
  const mappedBy = textAt(definition, 'mappedBy')
  const relation = plainRelationOf(definition)
  const problem = (key: string, text: string) => context.report.problem(placeOf(side, key), text)
  if (relation === null) return
  if (inversedBy !== null && mappedBy !== null) {
    problem('mappedBy', 'a relation has either "inversedBy" or "mappedBy", not both')
  } else if (relation === 'oneToMany' && inversedBy !== null) {
    problem(
      'inversedBy',
      'a oneToMany relation cannot own its link: use "mappedBy" here and "inversedBy" on the other side',
    )
  } else if (relation === 'manyToOne' && mappedBy !== null) {
    problem('mappedBy', 'a manyToOne relation owns its link: use "inversedBy" here and "mappedBy" on the other side')
  } else if (inversedBy !== null) {
    checkOwner(side, { other: inversedBy, relation }, context)
  } else if (mappedBy !== null) {
    checkMapped(side, mappedBy, context)
  }
}

interface Claim {
  readonly other: string
  readonly relation: PlainRelation
}

function checkOwner(side: RelationSide, { other, relation }: Claim, context: CheckContext): void {
  const { model, name, target } = side
  const definition = target.attributes.get(other)
  const at = placeOf(side, 'inversedBy')
  const { report } = context
  if (definition === undefined) {
    const hint = suggestion(other, relationsTo(target, model.uid))
    report.problem(at, `${quoted(target.uid)} has no attribute ${quoted(other)}.${hint}`)
    return
  }
  // A target that does not exist is reported on the other side.
  if (!context.byUid.has(textAt(definition, 'target') ?? model.uid)) return
  const found = plainRelationOf(definition)
  const there = `${quoted(other)} of ${quoted(target.uid)}`
  if (definition.type !== 'relation' || found === null || definition.target !== model.uid) {
    report.mistake(at, `${there} is not a relation back to ${quoted(model.uid)}`)
  } else if (found !== OPPOSITE[relation]) {
    report.mistake(at, `${there} is ${found}; the other side of ${relation} must be ${OPPOSITE[relation]}`)
  } else if (definition.inversedBy === name) {
    warnOfTwoOwners(side, other, context)
  } else if (definition.mappedBy !== name) {
    report.mistake(at, `${there} does not refer back to this attribute; it needs "mappedBy": ${quoted(name)}`)
  }
}

/** Reported once, on the side that Strapi resolves last and that therefore owns the link. */
function warnOfTwoOwners(side: RelationSide, other: string, { models, report }: CheckContext): void {
  const { model, name, target } = side
  if (model === target && name === other) {
    report.warning(placeOf(side, 'inversedBy'), 'names the attribute itself; its link is read backwards, as in Strapi')
    return
  }
  if (isResolvedBefore(side, other, models)) return
  const there = `${quoted(other)} of ${quoted(target.uid)}`
  const advice = 'Use "mappedBy" instead of "inversedBy" on one side'
  report.warning(
    placeOf(side, 'inversedBy'),
    `${there} also claims to own the link; this side's link is used. ${advice}`,
  )
}

function isResolvedBefore(
  { model, name, target }: RelationSide,
  other: string,
  models: readonly ModelDraft[],
): boolean {
  if (model !== target) return models.indexOf(model) < models.indexOf(target)
  const names = [...model.attributes.keys()]
  return names.indexOf(name) < names.indexOf(other)
}

function checkMapped(side: RelationSide, mappedBy: string, { report }: CheckContext): void {
  const { model, name, target } = side
  const owner = target.attributes.get(mappedBy)
  const at = placeOf(side, 'mappedBy')
  if (owner === undefined) {
    const hint = suggestion(mappedBy, relationsTo(target, model.uid))
    report.warning(
      at,
      `${quoted(target.uid)} has no attribute ${quoted(mappedBy)}; the relation reads as empty.${hint}`,
    )
  } else if (owner.type !== 'relation' || owner.target !== model.uid) {
    report.mistake(at, `${quoted(mappedBy)} of ${quoted(target.uid)} is not a relation back to ${quoted(model.uid)}`)
  } else if (owner.inversedBy !== name) {
    const needs = `it needs "inversedBy": ${quoted(name)}`
    report.mistake(at, `${quoted(mappedBy)} of ${quoted(target.uid)} does not refer back to this attribute; ${needs}`)
  }
}

function relationsTo(model: ModelDraft, uid: string): readonly string[] {
  return [...model.attributes].filter(([, definition]) => definition.target === uid).map(([name]) => name)
}

function placeOf(side: RelationSide, key: string): Place {
  return attributePlace(side.model, side.name, key)
}
