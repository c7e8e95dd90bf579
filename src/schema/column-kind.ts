/** The kinds of columns that attributes are stored in; each SQL dialect maps them to its own types. */
export type ColumnKind =
  | 'id'
  | 'reference'
  | 'varchar'
  | 'text'
  | 'json'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'

/** The value of `index` for attributes whose parts of text are indexed, too. */
export const CONTAINS = 'contains'
/** Kinds whose parts of text can be indexed. */
export const CONTAINS_COLUMNS: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['varchar', 'text'])

/** Kinds that fit into an index whatever the value is. A long text does not fit into an index on PostgreSQL. */
export const INDEXABLE: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'varchar',
  'integer',
  'bigint',
  'double',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
])
