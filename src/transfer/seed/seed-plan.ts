/** What seeding will insert: rows whose ids are not known yet, and the links between them. */
import type {
  ComponentAttribute,
  MediaAttribute,
  Model,
  RelationAttribute,
  ZoneAttribute,
} from '../../schema/schema.ts'

/** A row, as the values of its scalar attributes. The object itself identifies the row until it has an id. */
export interface SeedRow {
  readonly model: Model
  readonly values: ReadonlyMap<string, unknown>
}

export type SeedLinkAttribute = RelationAttribute | MediaAttribute | ComponentAttribute | ZoneAttribute

export interface SeedLink {
  readonly attribute: SeedLinkAttribute
  readonly parent: SeedRow
  readonly child: SeedRow
  /** Position among the parent's children, from 1. */
  readonly order: number
}

export interface SeedPlan {
  /** Rows of one model are in the order in which they get their ids. */
  readonly rows: readonly SeedRow[]
  readonly links: readonly SeedLink[]
}

/** The ids of rows that have been inserted. */
export type RowIds = ReadonlyMap<SeedRow, number>
