/** Merges a project's schema file for a built-in type (`src/extensions/...`) with the original. */
import { frozenCopy, isObject, type JsonObject, objectAt } from '../json-value.ts'

/**
 * Each top-level key of the extension replaces the original's, as in Strapi, so its `attributes` are the full list.
 * What the original hides stays hidden under the same name, even if the extension does not hide it (CVE-2023-34093).
 */
export function extendBuiltIn(original: JsonObject, extension: JsonObject): JsonObject {
  const info = { ...objectAt(original, 'info'), ...objectAt(extension, 'info') }
  // The names are part of the type's identity: its uid and the columns of its link tables.
  const { singularName, pluralName } = objectAt(original, 'info')
  const merged: JsonObject = { ...original, ...extension, info: { ...info, singularName, pluralName } }
  if (!isObject(merged.attributes)) return frozenCopy(merged)
  const attributes = keepHidden(objectAt(original, 'attributes'), withNeeded(original, merged.attributes))
  return frozenCopy({ ...merged, attributes })
}

/** Where a file is in the library. Extensions from before there were folders do not name it, and nobody sees it. */
const NEEDED = ['folder', 'folderPath']

function withNeeded(original: JsonObject, attributes: JsonObject): JsonObject {
  const known = objectAt(original, 'attributes')
  const missing = NEEDED.filter(name => Object.hasOwn(known, name) && !Object.hasOwn(attributes, name))
  return { ...attributes, ...Object.fromEntries(missing.map(name => [name, known[name]])) }
}

function keepHidden(original: JsonObject, attributes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, definition]) => {
      const hidden = Object.hasOwn(original, name) && isHidden(original[name])
      return [name, hidden && isObject(definition) ? { ...definition, private: true } : definition]
    }),
  )
}

function isHidden(definition: unknown): boolean {
  return isObject(definition) && (definition.private === true || definition.type === 'password')
}
