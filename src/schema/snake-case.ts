/**
 * Splits words as lodash 4 does. Strapi v4 names its columns with lodash's `snakeCase`, so databases contain the results
 * and every oddity (`h1Title`, `URLPath`, `Straße`) has to come out the same.
 */

const COMBINING = '\\u0300-\\u036f\\ufe20-\\ufe2f\\u20d0-\\u20ff'
const DINGBAT = '\\u2700-\\u27bf'
const LOWER = 'a-z\\xdf-\\xf6\\xf8-\\xff'
const UPPER = 'A-Z\\xc0-\\xd6\\xd8-\\xde'
const SPACES = ' \\t\\x0b\\f\\xa0\\ufeff\\n\\r\\u2028\\u2029\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000'
const BREAK = `\\xac\\xb1\\xd7\\xf7\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\xbf\\u2000-\\u206f${SPACES}`
const ANY_OTHER = `[^\\ud800-\\udfff${BREAK}\\d+${DINGBAT}${LOWER}${UPPER}]`
const LOWER_OR_OTHER = `(?:[${LOWER}]|${ANY_OTHER})`
const UPPER_OR_OTHER = `(?:[${UPPER}]|${ANY_OTHER})`
const MODIFIER = `(?:[${COMBINING}]|\\ud83c[\\udffb-\\udfff])?`
const FLAG = '(?:\\ud83c[\\udde6-\\uddff]){2}'
const SURROGATES = '[\\ud800-\\udbff][\\udc00-\\udfff]'
const VARIANT = '[\\ufe0e\\ufe0f]?'
const JOINED = `(?:\\u200d(?:[^\\ud800-\\udfff]|${FLAG}|${SURROGATES})${VARIANT}${MODIFIER})*`

const WORD = new RegExp(
  [
    `[${UPPER}]?[${LOWER}]+(?=[${BREAK}]|[${UPPER}]|$)`,
    `${UPPER_OR_OTHER}+(?=[${BREAK}]|[${UPPER}]${LOWER_OR_OTHER}|$)`,
    `[${UPPER}]?${LOWER_OR_OTHER}+`,
    `[${UPPER}]+`,
    '\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])',
    '\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])',
    '\\d+',
    `(?:[${DINGBAT}]|${FLAG}|${SURROGATES})${VARIANT}${MODIFIER}${JOINED}`,
  ].join('|'),
  'g',
)

const NEEDS_UNICODE_RULES = /[a-z][A-Z]|[A-Z]{2}[a-z]|[0-9][a-zA-Z]|[a-zA-Z][0-9]|[^a-zA-Z0-9 ]/
const ASCII_WORD = /[a-zA-Z0-9]+/g
const ACCENTED = /[\xc0-\xd6\xd8-\xf6\xf8-\xff\u0100-\u017f]/g
const COMBINING_MARK = new RegExp(`[${COMBINING}]`, 'g')

/** Letters that are not a base letter plus an accent. */
const LIGATURES = new Map(
  Object.entries({
    ...{ Æ: 'Ae', æ: 'ae', Þ: 'Th', þ: 'th', ß: 'ss', Ð: 'D', ð: 'd', Ø: 'O', ø: 'o', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h' },
    ...{ ı: 'i', ĸ: 'k', Ł: 'L', ł: 'l', Ŀ: 'L', ŀ: 'l', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't', Ĳ: 'IJ', ĳ: 'ij' },
    ...{ Œ: 'Oe', œ: 'oe', ŉ: "'n", ſ: 's' },
  }),
)

/** `snakeCase('eventAt')` is `event_at`; `h1Title` gives `h_1_title`, `address1` `address_1`, `URLPath` `url_path`. */
export function snakeCase(text: string): string {
  return join(text, '_')
}

/** `kebabCase('blogPost')` is `blog-post`: how Strapi turns the name of an API folder into its part of a uid. */
export function kebabCase(text: string): string {
  return join(text, '-')
}

/** As Strapi names what it loads from a file or folder: names that are in kebab-case stay as they are, also `order-v1`. */
export function fileKey(name: string): string {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) ? name : kebabCase(name)
}

function join(text: string, separator: string): string {
  const plain = withoutAccents(text).replace(/['\u2019]/g, '')
  const words = plain.match(NEEDS_UNICODE_RULES.test(plain) ? WORD : ASCII_WORD) ?? []
  return words.map(word => word.toLowerCase()).join(separator)
}

function withoutAccents(text: string): string {
  return text
    .replace(ACCENTED, letter => LIGATURES.get(letter) ?? letter.normalize('NFD')[0]!)
    .replace(COMBINING_MARK, '')
}
