/** The schema files of a project while they are changed in memory. */
import { isObject, type JsonObject, objectAt, textAt } from '../schema/json-value.ts'
import { parseSchemaPath, type SchemaFiles } from '../schema/load/schema-files.ts'
import { type Finding, SchemaError } from '../schema/load/schema-report.ts'
import type { AttributeRename } from './model-change.ts'

type Attributes = Readonly<Record<string, JsonObject>>

export class EditedFiles {
  readonly #files: Map<string, unknown>
  /** Attributes that were renamed, those at the other end of relations included. */
  readonly renames: AttributeRename[] = []
  readonly findings: Finding[] = []

  constructor(files: SchemaFiles) {
    this.#files = new Map(Object.entries(files))
  }

  /** In the order in which they are loaded from a folder. */
  files(): SchemaFiles {
    return Object.fromEntries([...this.#files].sort(([one], [other]) => inLoadOrder(one, other)))
  }

  pathOf(uid: string): string | undefined {
    return [...this.#files].find(([path, content]) => isObject(content) && uidOf(path, content) === uid)?.[0]
  }

  /** The content of the file of a model. */
  model(uid: string): JsonObject | undefined {
    const path = this.pathOf(uid)
    return path === undefined ? undefined : (this.#files.get(path) as JsonObject)
  }

  attributes(uid: string): Attributes {
    return objectAt(this.model(uid) ?? {}, 'attributes') as Attributes
  }

  models(): readonly string[] {
    return [...this.#files].flatMap(([path, content]) =>
      isObject(content) && parseSchemaPath(path).kind !== 'extension' ? [uidOf(path, content)] : [],
    )
  }

  add(path: string, content: JsonObject): void {
    if (this.#files.has(path)) throw new SchemaError([{ place: { file: path, path: [] }, text: 'exists already' }])
    this.#files.set(path, content)
  }

  replace(uid: string, content: JsonObject): void {
    this.#files.set(this.pathOf(uid)!, content)
  }

  remove(uid: string): void {
    this.#files.delete(this.pathOf(uid)!)
  }

  /** `change` returns the attributes that the model has from now on. */
  changeAttributes(uid: string, change: (attributes: readonly [string, JsonObject][]) => [string, JsonObject][]): void {
    const content = this.model(uid)!
    const before = Object.entries(this.attributes(uid))
    this.replace(uid, { ...content, attributes: Object.fromEntries(change(before)) })
  }

  problem(uid: string, path: readonly string[], text: string): void {
    this.findings.push({ place: { file: this.pathOf(uid)!, path }, text })
  }
}

/** `api::tag.tag`, `shared.seo`, or `plugin::users-permissions.user` for the file of an extension. */
export function uidOf(path: string, content: JsonObject): string {
  const place = parseSchemaPath(path)
  if (place.kind === 'component') return `${place.category}.${place.name}`
  if (place.kind === 'extension') return `plugin::${place.plugin}.${place.name}`
  return `api::${place.api}.${textAt(objectAt(content, 'info'), 'singularName') ?? place.folder}`
}

const ROOTS = ['api', 'components', 'extensions']

/** As the loader sorts them: root by root, folder by folder. */
function inLoadOrder(one: string, other: string): number {
  const [, root = '', ...steps] = one.split('/')
  const [, otherRoot = '', ...others] = other.split('/')
  if (root !== otherRoot) return ROOTS.indexOf(root) - ROOTS.indexOf(otherRoot)
  for (const [index, step] of steps.entries()) if (step !== others[index]) return step < (others[index] ?? '') ? -1 : 1
  return 0
}
