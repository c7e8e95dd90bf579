/** Which files of a project describe its content, and what their paths mean. */
import { kebabCase } from '../snake-case.ts'

/**
 * Parsed schema files by path relative to the project folder, in load order:
 * `src/api/<api>/content-types/<type>/schema.json`, `src/components/<category>/<name>.json` and
 * `src/extensions/<plugin>/content-types/<type>/schema.json`. A file that could not be parsed is `undefined`.
 */
export type SchemaFiles = Readonly<Record<string, unknown>>

/** A content type of a plugin in the project's own files. */
export interface PluginType {
  /** `plugin::todo.task` */
  readonly uid: string
  /** For messages. */
  readonly file: string
  /** What a schema file would contain. */
  readonly content: Readonly<Record<string, unknown>>
}

export type SchemaPath =
  | { readonly kind: 'type'; readonly api: string; readonly folder: string }
  | { readonly kind: 'component'; readonly category: string; readonly name: string }
  | { readonly kind: 'extension'; readonly plugin: string; readonly name: string }

const TYPE = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/
const COMPONENT = /^src\/components\/([^/]+)\/([^/]+)\.json$/
const EXTENSION = /^src\/extensions\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/

/**
 * What a path refers to. As in Strapi, API folders are read in kebab-case (`blogPost` is `blog-post`), components and
 * extensions in lower case. Any other path is a mistake of the caller.
 */
export function parseSchemaPath(path: string): SchemaPath {
  const type = TYPE.exec(path)
  if (type !== null) return { kind: 'type', api: normalName(type[1]!), folder: normalName(type[2]!) }
  const component = COMPONENT.exec(path)
  if (component !== null) {
    return { kind: 'component', category: component[1]!.toLowerCase(), name: component[2]!.toLowerCase() }
  }
  const extension = EXTENSION.exec(path)
  if (extension !== null) {
    return { kind: 'extension', plugin: extension[1]!.toLowerCase(), name: extension[2]!.toLowerCase() }
  }
  throw new Error(`Not the path of a schema file: ${path}`)
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Names with anything besides letters, digits, dashes, underscores and spaces stay unchanged, and are refused later. */
function normalName(folder: string): string {
  const kebab = KEBAB.test(folder) || !/^[A-Za-z0-9 _-]+$/.test(folder)
  return kebab ? folder : kebabCase(folder)
}
