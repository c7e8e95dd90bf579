/** A source of chance that gives the same for a seed, and texts and values that servers stumble over. */

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  /** One of several ways to make something. */
  one<T>(...ways: readonly (() => T)[]): T {
    return this.pick(ways)()
  }

  some<T>(items: readonly T[], most: number): readonly T[] {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(items))
  }

  text(): string {
    if (this.chance(0.01)) return 'x'.repeat(this.pick([300, 5_000, 60_000]))
    if (this.chance(0.5)) return this.pick(ODD_TEXTS)
    return Array.from({ length: this.below(12) }, () => this.pick(LETTERS)).join('')
  }

  /** Any JSON value. */
  json(depth = 3): unknown {
    if (depth === 0 || this.chance(0.6)) return this.chance(0.4) ? this.text() : this.pick(ODD_VALUES)
    if (this.chance(0.4)) return Array.from({ length: this.below(4) }, () => this.json(depth - 1))
    const names = this.some(NAMES, 4)
    return Object.fromEntries(names.map(name => [name, this.json(depth - 1)]))
  }

  /** The text with a part missing, doubled, replaced or added. */
  mutated(text: string): string {
    const [from, to] = [this.below(text.length + 1), this.below(text.length + 1)].sort((a, b) => a - b) as [
      number,
      number,
    ]
    const [start, middle, end] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
    return this.one(
      () => start + end,
      () => start + middle + middle + end,
      () => start + this.pick(ODD_TEXTS) + end,
      () => start + this.pick(SIGNS) + middle + end,
      () => end + middle + start,
    )
  }
}

const LETTERS = [...'abcdefgxyz0123456789 _-.éß']
const SIGNS = [
  '%',
  '%00',
  '%zz',
  '&',
  '=',
  '[',
  ']',
  '[]',
  '.',
  ',',
  '$',
  ':',
  '/',
  '\\',
  '"',
  "'",
  '+',
  '#',
  '?',
  '%F0%9F',
]
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1',
    '2',
    '3',
    '1.5',
    '1e309',
    'NaN',
    '9007199254740993',
    '99999999999999999999',
    'null',
    'true',
  ],
  ...['\0', '\ud800', '\udfff', '🙂', '%', '_', '\\', "'", '"', "' or 1=1 --", '{{x}}', '../../etc/passwd', '<script>'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '*',
    'deep',
    'all',
    'en',
    'fr',
    'preview',
    '2020-01-01',
    '2020-13-45',
    '25:61',
  ],
  ...[
    '2020-01-01T00:00:00.000Z',
    'a@example.com',
    'tide',
    'Tide',
    'sea',
    'api::article.article',
    'shared.seo',
    '[[[',
    '{"a":',
  ],
]
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1,
    2,
    1.5,
    1e21,
    -1e308,
    2 ** 31,
    2 ** 53,
    [],
    {},
    [null],
    [[]],
    { id: 1 },
    { id: 'x' },
  ],
  ...[
    { connect: [{ id: 1 }] },
    { connect: [1], disconnect: [2] },
    { set: [] },
    { connect: [{ id: 1, position: { before: 9 } }] },
  ],
]
/** Members that bodies of one route or another have. */
export const NAMES: readonly string[] = [
  ...[
    'data',
    'id',
    'name',
    'title',
    'slug',
    'email',
    'username',
    'identifier',
    'password',
    'passwordConfirmation',
    'code',
  ],
  ...[
    'token',
    'role',
    'roles',
    'type',
    'uid',
    'query',
    'parameters',
    'filters',
    'sort',
    'populate',
    'fields',
    'locale',
    'ids',
  ],
  ...[
    'actions',
    'permissions',
    'conditions',
    'description',
    'attributes',
    'options',
    'isDefault',
    'folder',
    'parent',
    'files',
  ],
  ...[
    '__component',
    '__type',
    'publishedAt',
    'author',
    'tags',
    'cover',
    'gallery',
    'blocks',
    'seo',
    'links',
    'related',
  ],
  ...[
    'kind',
    'rank',
    'metadata',
    'body',
    'base',
    'changes',
    'target',
    'position',
    'currentPassword',
    'firstname',
    'lastname',
  ],
  ...[
    '__proto__',
    'constructor',
    'x',
    'writeFields',
    'entry',
    'lifespan',
    'confirmed',
    'blocked',
    'fileInfo',
    'search',
    'count',
  ],
]
