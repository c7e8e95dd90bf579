/** What changing the schema files of a project takes. Exists only where somebody follows these files. */
import type { ProjectSettings } from '../../schema/load/load-schema.ts'
import type { StorageConfig } from '../../tables/open-database.ts'

export interface SchemaBuilder {
  readonly config: ProjectSettings & StorageConfig
  readonly takeOver: TakeOver
}

/**
 * Runs work that changes files of the project, and resolves when they are served. Returns why they are not, if the new
 * version could not be started: the former one stays.
 */
export type TakeOver = (work: () => Promise<void>) => Promise<string | null>
