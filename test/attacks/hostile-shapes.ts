/** Values that were made to cost a server more than their length: each shape gives one of about as many bytes as it is asked for. */

export interface Shape {
  readonly name: string
  readonly make: (bytes: number) => unknown
}

/** Runs of one character, or of a few: what a pattern that tries every beginning takes longest for. */
const RUNS = [
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    'A',
    '0',
    '9',
    ',',
    ', ',
    '.',
    '[',
    ']',
    '[]',
    '{',
    '(',
    '/',
    '-',
    '_',
    '%',
    '\\',
    '"',
    "'",
  ],
  ...[
    '<',
    '<a ',
    '@',
    ':',
    '://',
    '$',
    '#',
    '`',
    '*',
    '&',
    '=',
    ';',
    '+',
    '!',
    '\u00e9',
    '\u0301',
    '\u{1f600}',
    'aA',
    'a1',
  ],
  ...[
    'a.',
    'a,',
    'a b ',
    'a-',
    'a_',
    '1-',
    '1:',
    '1.',
    'a@',
    '![',
    '](',
    '[a](',
    '/*',
    '<!--',
    '00:00',
    '\u00df',
    '\u0130',
  ],
  ...['related.', 'related,', 'tags.name,', 'title:', 'deep,', '-a,', 'a=b,', 'filename ', 'bytes=', 'en-', 'W/"a",'],
]

const run = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)))
const times = (bytes: number, each: number) => Math.max(1, Math.floor(bytes / each))
const list = <T>(bytes: number, each: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: times(bytes, each) }, (_, index) => make(index))
const keys = (bytes: number, each: number, name: (index: number) => string, value: unknown = 'a') =>
  Object.fromEntries(list(bytes, each, index => [name(index), value]))
const nested = (levels: number, wrap: (inside: unknown) => unknown) => {
  let value: unknown = 'a'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

export const TEXTS: readonly Shape[] = [
  ...RUNS.flatMap(piece => [
    { name: `1, a run of ${JSON.stringify(piece)}, 1`, make: (bytes: number) => `1${run(piece, bytes)}1` },
  ]),
  ...[' ', '/', '0', '\\', 'a', '.', '-'].map(piece => ({
    name: `a run of ${JSON.stringify(piece)}`,
    make: (bytes: number) => run(piece, bytes),
  })),
  { name: 'different words', make: bytes => list(bytes, 6, index => index.toString(36).padStart(5, 'w')).join(' ') },
  { name: 'different names', make: bytes => list(bytes, 6, index => index.toString(36).padStart(5, 'n')).join(',') },
  {
    name: 'paths of one relation',
    make: bytes => list(bytes, 14, index => `related.${index.toString(36).padStart(5, 'n')}`).join(),
  },
  {
    name: 'paths of two relations',
    make: bytes => list(bytes, 22, index => `related.related.${index.toString(36).padStart(5, 'n')}`).join(),
  },
  { name: 'a date with a long fraction', make: bytes => `2020-01-01T00:00:00.${run('0', bytes)}` },
  { name: 'an email address with many parts', make: bytes => `a@${run('a.', bytes)}` },
  { name: 'a quoted email address', make: bytes => `"${run(' \\a', bytes)}"@example.org` },
]

const LONG_NAME = 'x'.repeat(180)

const STRUCTURES: readonly Shape[] = [
  { name: 'a list of one text', make: bytes => list(bytes, 4, () => 'a') },
  { name: 'a list of different texts', make: bytes => list(bytes, 8, index => index.toString(36).padStart(5, 'n')) },
  {
    name: 'a list of paths',
    make: bytes => list(bytes, 18, index => `related.${index.toString(36).padStart(5, 'n')}`),
  },
  { name: 'a list of numbers', make: bytes => list(bytes, 6, index => index + 1) },
  { name: 'a list of nulls', make: bytes => list(bytes, 5, () => null) },
  { name: 'a list of empty lists', make: bytes => list(bytes, 3, () => []) },
  { name: 'a list of empty objects', make: bytes => list(bytes, 3, () => ({})) },
  { name: 'a list of ids', make: bytes => list(bytes, 13, index => ({ id: index + 1 })) },
  { name: 'a list of one id', make: bytes => list(bytes, 9, () => ({ id: 1 })) },
  { name: 'a list of unknown keys', make: bytes => list(bytes, 9, () => ({ z: 1 })) },
  { name: 'many names', make: bytes => keys(bytes, 12, index => index.toString(36).padStart(5, 'n')) },
  {
    name: 'many names that are nearly known',
    make: bytes => keys(bytes, 14, index => `titl${index.toString(36).padStart(4, 'e')}`),
  },
  {
    name: 'many names that look like parameters',
    make: bytes => keys(bytes, 14, index => `filter${'_$-'[index % 3]}${'_'.repeat(index % 9)}`),
  },
  { name: 'many long names', make: bytes => keys(bytes, 190, index => `${LONG_NAME}${index}`) },
  { name: 'many operators', make: bytes => keys(bytes, 12, index => `$${index.toString(36).padStart(4, 'e')}`) },
  { name: 'many indexes', make: bytes => keys(bytes, 12, index => String(index)) },
  {
    name: 'many names with objects',
    make: bytes => keys(bytes, 14, index => index.toString(36).padStart(5, 'n'), { a: 'b' }),
  },
  { name: 'lists in lists', make: bytes => nested(Math.min(95, times(bytes, 2)), inside => [inside]) },
  { name: 'objects in objects', make: bytes => nested(Math.min(95, times(bytes, 8)), inside => ({ related: inside })) },
  {
    name: 'long names in each other',
    make: bytes => nested(90, inside => ({ ['x'.repeat(times(bytes, 90))]: inside })),
  },
  { name: 'too many levels', make: bytes => nested(Math.min(3000, times(bytes, 8)), inside => ({ related: inside })) },
  {
    name: 'a long path with many keys below',
    make: bytes => ({
      [run('a.', bytes / 2)]: keys(bytes / 2, 12, index => index.toString(36).padStart(5, 'n'), 'asc'),
    }),
  },
  { name: 'many arms', make: bytes => ({ $or: list(bytes, 14, () => ({ title: 'a' })) }) },
  {
    name: 'many arms through relations',
    make: bytes => ({ $or: list(bytes, 36, index => ({ related: { tags: { id: index } } })) }),
  },
  {
    name: 'arms in arms',
    make: bytes => ({ $and: list(bytes, 700, () => nested(40, inside => ({ $not: { $or: [inside] } }))) }),
  },
  { name: 'many values', make: bytes => ({ $in: list(bytes, 6, index => index) }) },
  { name: 'many conditions', make: bytes => ({ title: { $contains: list(bytes, 6, index => `a${index}`) } }) },
  {
    name: 'populated levels',
    make: bytes => nested(Math.min(45, times(bytes, 24)), inside => ({ related: { populate: inside } })),
  },
  {
    name: 'populated levels with many names',
    make: bytes =>
      nested(40, inside => ({ related: { populate: inside, ...keys(bytes / 40, 14, index => `filtr${index}`) } })),
  },
  {
    name: 'a chain of positions',
    make: bytes => ({ connect: list(bytes, 36, index => ({ id: index + 1, position: { before: index + 2 } })) }),
  },
  {
    name: 'positions at one place',
    make: bytes => ({ connect: list(bytes, 36, index => ({ id: index + 1, position: { start: true } })) }),
  },
  {
    name: 'connected and disconnected',
    make: bytes => ({
      connect: list(bytes / 2, 8, index => index + 1),
      disconnect: list(bytes / 2, 8, index => index + 9),
    }),
  },
  { name: 'a set', make: bytes => ({ set: list(bytes, 6, index => index + 1) }) },
  {
    name: 'components of one id',
    make: bytes => list(bytes, 40, () => ({ __component: 'blocks.hero', id: 1, heading: 'a' })),
  },
  {
    name: 'components of many ids',
    make: bytes => list(bytes, 40, index => ({ __component: 'blocks.hero', id: index + 1, heading: 'a' })),
  },
  { name: 'components of no kind', make: bytes => list(bytes, 26, index => ({ __component: `blocks.${index}` })) },
  {
    name: 'components with wrong values',
    make: bytes => list(bytes, 46, () => ({ __component: 'blocks.hero', heading: { a: 1 } })),
  },
  {
    name: 'components with unknown keys',
    make: bytes => list(bytes, 46, index => ({ __component: 'blocks.hero', [`headin${index}`]: 1 })),
  },
  {
    name: 'paragraphs',
    make: bytes => list(bytes, 62, () => ({ type: 'paragraph', children: [{ type: 'text', text: 'a' }] })),
  },
]

export const SHAPES: readonly Shape[] = [...TEXTS, ...STRUCTURES]
