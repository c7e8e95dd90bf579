/** Checks the first line of a file: is it one of ours, and does it match the schema of this project? */

import type { Selection } from '../../content/records/record-selection.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import type { ContentType, Model, Schema } from '../../schema/schema.ts'
import { FORMAT, typeName, VERSION } from '../export-format.ts'
import { didYouMean, selectionOf } from '../transferred-types.ts'

export interface CheckedHeader {
  readonly selection: Selection
  /** How many entries of a type the header announces. */
  readonly announced: ReadonlyMap<string, number>
}

/** Calls `problem` with a message for each problem. Returns `null` if nothing else can be read after that. */
export function checkHeader(schema: Schema, header: unknown, problem: (text: string) => void): CheckedHeader | null {
  if (!isObject(header) || header.format !== FORMAT || !Array.isArray(header.types)) {
    problem(`is not the header of an export file, {"format":"${FORMAT}","version":${VERSION},"types":[...]}`)
    return null
  }
  if (header.version !== VERSION) {
    problem(`has version ${JSON.stringify(header.version)} of the format; this Populus reads version ${VERSION}`)
    return null
  }
  const types = new Map<ContentType, JsonObject>()
  for (const given of header.types.filter(isObject)) {
    const type = schema.types.get(String(given.uid))
    if (type !== undefined) types.set(type, given)
    else
      problem(
        `this project has no content type ${String(given.uid)}${didYouMean(String(given.uid), schema.types.keys())}`,
      )
  }
  // In schema order, whatever the order of the file.
  const selection = selectionOf(
    schema,
    [...schema.types.values()].filter(type => types.has(type)),
  )
  for (const [type, given] of types) checkAttributes(selection, type, given.attributes, problem)
  const components = Array.isArray(header.components) ? header.components.filter(isObject) : []
  for (const given of components) {
    const component = schema.components.get(String(given.uid))
    if (component !== undefined) checkAttributes(selection, component, given.attributes, problem)
    else
      problem(
        `this project has no component ${String(given.uid)}${didYouMean(String(given.uid), schema.components.keys())}`,
      )
  }
  const announced = [...types].flatMap(([{ uid }, { entries }]) =>
    typeof entries === 'number' ? [[uid, entries] as const] : [],
  )
  return { selection, announced: new Map(announced) }
}

function checkAttributes(selection: Selection, model: Model, given: unknown, problem: (text: string) => void): void {
  const known = new Map(selection.attributesOf(model).map(attribute => [attribute.name, attribute]))
  for (const [name, type] of Object.entries(isObject(given) ? given : {})) {
    const attribute = known.get(name)
    if (attribute === undefined) problem(unknownAttribute(model, name, known.keys()))
    else if (typeName(attribute) !== type) {
      problem(`${model.uid}.${name} is "${String(type)}" in the file and "${typeName(attribute)}" in this project`)
    }
  }
}

export function unknownAttribute(model: Model, name: string, known: Iterable<string>): string {
  return `${model.uid} has no attribute ${name}${didYouMean(name, known)}`
}
