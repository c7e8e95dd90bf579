/** The named queries of a project: those of its files, and those that were made in the panel. */
import { type CheckContext, checkedQuery } from './check-named-query.ts'
import type { NamedQuery } from './named-query.ts'
import { BadDefinition } from './read-definition.ts'

/** Where the panel keeps them. */
export interface StoredQueries {
  /** Changes whenever a stored query has changed. */
  version(): number
  load(): Promise<readonly StoredQuery[]>
}

export interface StoredQuery {
  readonly name: string
  readonly definition: unknown
}

/** A named query that cannot be used as it is. */
export interface BrokenQuery extends StoredQuery {
  readonly problem: string
}

export interface NamedQueries {
  /** Those of files, which have their names for themselves. */
  readonly files: ReadonlyMap<string, NamedQuery>
  /** As of the last change that the database has caught up with. */
  find(name: string): Promise<NamedQuery | undefined>
  stored(): Promise<KnownQueries>
  /** All that can be used, in the order of their names. */
  all(): Promise<readonly NamedQuery[]>
}

export interface KnownQueries {
  readonly version: number
  readonly usable: ReadonlyMap<string, NamedQuery>
  readonly broken: readonly BrokenQuery[]
}

/** Stored queries are read again after a change, and checked against the schema as it is now. */
export function namedQueries(
  context: CheckContext,
  files: ReadonlyMap<string, NamedQuery>,
  source: StoredQueries,
): NamedQueries {
  let known: KnownQueries | undefined
  const stored = async () => {
    const version = source.version()
    if (known?.version !== version) known = sorted(version, await source.load(), context, files)
    return known
  }
  return Object.freeze({
    files,
    stored,
    find: async (name: string) => files.get(name) ?? (await stored()).usable.get(name),
    all: async () => {
      const all = [...files.values(), ...(await stored()).usable.values()]
      return all.sort((one, other) => (one.name < other.name ? -1 : 1))
    },
  })
}

/** A stored query with the name of a file is not used. */
function sorted(
  version: number,
  stored: readonly StoredQuery[],
  context: CheckContext,
  files: ReadonlyMap<string, NamedQuery>,
): KnownQueries {
  const usable = new Map<string, NamedQuery>()
  const broken: BrokenQuery[] = []
  for (const { name, definition } of stored) {
    if (files.has(name)) {
      broken.push({ name, definition, problem: `the file queries/${name}.json has the same name` })
      continue
    }
    try {
      usable.set(name, checkedQuery(name, definition, context))
    } catch (error) {
      if (!(error instanceof BadDefinition)) throw error
      broken.push({ name, definition, problem: error.message })
    }
  }
  return Object.freeze({ version, usable, broken })
}
