/** What seeding is going to insert: rows whose ids are not known yet, and the links between them. */
import type {
  ComponentAttribute,
  MediaAttribute,
  Model,
  RelationAttribute,
  ZoneAttribute,
} from '../../schema/schema.ts'

/** A row by the values of its scalar attributes. The object itself stands for the row until it has an id. */
export interface SeedRow {
  readonly model: Model
  readonly values: ReadonlyMap<string, unknown>
}

export type SeedLinkAttribute = RelationAttribute | MediaAttribute | ComponentAttribute | ZoneAttribute

export interface SeedLink {
  readonly attribute: SeedLinkAttribute
  readonly parent: SeedRow
  readonly child: SeedRow
  /** Position among the children of the parent, from 1. */
  readonly order: number
}

export interface SeedPlan {
  /** Rows of one model stand in the order in which they get their ids. */
  readonly rows: readonly SeedRow[]
  readonly links: readonly SeedLink[]
}

/** The ids of rows that are in the database. */
export type RowIds = ReadonlyMap<SeedRow, number>
