/** What the page at `/` shows of this server: its types as the public sees them, and queries to try. */
import { basename } from 'node:path'
import { exampleQueries } from '../../content/read/example-queries.ts'
import type { Access } from '../../plan/access.ts'
import { may } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import { populusCommand } from '../../util/populus-command.ts'
import { welcomePage } from './welcome-page.ts'

export interface WelcomeInput {
  readonly schema: Schema
  readonly access: Access
  readonly prefix: string
  /** The project folder. */
  readonly folder: string
  readonly version: string
  /** In production, types that the public may not read are not named. */
  readonly development: boolean
  /** The documentation is served. */
  readonly docs: boolean
}

const DOCS = [
  { title: 'All pages, with a search', url: '/docs/' },
  { title: 'Tutorial', url: '/docs/tutorial.html' },
  { title: 'Queries: fields, populate, filters, sort', url: '/docs/reference/query.html' },
  { title: 'Schema files', url: '/docs/reference/schema.html' },
  { title: 'Settings', url: '/docs/reference/settings.html' },
  { title: 'Command line', url: '/docs/reference/cli.html' },
]

export function welcome({ schema, access, prefix, folder, version, development, docs }: WelcomeInput): string {
  const name = basename(folder)
  const types = [...schema.types.values()]
    .filter(type => type.userDefined && (development || may(access, `${type.uid}.find`)))
    .map(type => ({
      displayName: type.displayName,
      path: `${prefix}/${type.single ? type.singularName : type.pluralName}`,
      single: type.single,
      readable: may(access, `${type.uid}.find`),
      grant: populusCommand(`grant public ${type.singularName}`, folder),
    }))
  return welcomePage({ name, version, types, examples: exampleQueries(schema, access, prefix), docs: docs ? DOCS : [] })
}
