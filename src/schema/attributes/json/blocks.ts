/** The rule for a block editor's document: paragraphs, headings, lists, images and so on, with text and links inside. */
import { INVENTED } from '../../rules/cast-value.ts'
import { isPlainObject, makeRule, type Rule, type RuleTest, withTests } from '../../rules/rule.ts'
import { storable } from '../../rules/scalar-tests.ts'
import type { AttributeType } from '../attribute-type.ts'
import { STRUCTURED } from './structured.ts'

const present: RuleTest = {
  passes: value => value !== null && value !== undefined && value !== '',
  message: path => `${path} is a required field`,
}

const required = (rule: Rule): Rule => withTests(rule, present)
const text = makeRule('string')
const number = makeRule('number')
const flag = makeRule('boolean')
const optionalText = makeRule('string', { nullable: true })

const textGiven: RuleTest = {
  passes: value => typeof value === 'string',
  message: () => 'Text must be defined with at least an empty string',
}

const linkWorks: RuleTest = {
  passes: value => isLink(typeof value === 'string' ? value : ''),
  message: () => 'Please specify a valid link.',
}

function isLink(link: string): boolean {
  return URL.canParse(link.startsWith('/') ? `https://strapi.io${link}` : link)
}

/** A node of one type: an object with the given members in addition to its `type`. */
function node(type: string, members: () => Readonly<Record<string, Rule>>): Rule {
  const typeRule = required(makeRule('string', { oneOf: [type] }))
  let fields: ReadonlyMap<string, Rule> | undefined
  return makeRule('object', {
    fields: () => {
      fields ??= new Map([['type', typeRule], ...Object.entries(members())])
      return fields
    },
  })
}

/** The child nodes; `hint` is the message if there are none. */
function children(item: (value: unknown) => Rule, hint: string | null = null): Rule {
  const filled: RuleTest = {
    passes: value => !Array.isArray(value) || value.length > 0,
    message: () => hint ?? '',
  }
  const list = makeRule('array', { item })
  return required(hint === null ? list : withTests(list, filled))
}

/** Picks the rule for a node by its `type`; refuses an unknown type with `message`. */
function byType(nodes: Readonly<Record<string, Rule>>, message: string): (value: unknown) => Rule {
  const unknown = makeRule('mixed', { tests: [{ passes: () => false, message: () => message }] })
  return value => {
    const type = isPlainObject(value) ? value.type : undefined
    return typeof type === 'string' && Object.hasOwn(nodes, type) ? nodes[type]! : unknown
  }
}

const textNode = node('text', () => ({
  text: withTests(text, textGiven),
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  code: flag,
}))

const linkNode = node('link', () => ({ url: withTests(text, linkWorks), children: children(() => textNode) }))

const inline = byType({ text: textNode, link: linkNode }, 'Inline node must be Text or Link')

const hintFor = (name: string) => `${name} node children must have at least one Text or Link node`

const listItem = node('list-item', () => ({ children: children(inline) }))

const list = node('list', () => ({
  format: required(makeRule('string', { oneOf: ['ordered', 'unordered'] })),
  children: children(inList, 'List node children must have at least one ListItem or ListNode'),
}))

const inList = byType({ list, 'list-item': listItem }, 'Inline node must be list-item or list')

const image = makeRule('object', {
  fallback: INVENTED,
  fields: () => IMAGE_FIELDS,
})

const IMAGE_FIELDS: ReadonlyMap<string, Rule> = new Map([
  ['name', required(text)],
  ['alternativeText', optionalText],
  ['url', required(text)],
  ['caption', optionalText],
  ['width', required(number)],
  ['height', required(number)],
  ['formats', required(makeRule('object'))],
  ['hash', required(text)],
  ['ext', required(text)],
  ['mime', required(text)],
  ['size', required(number)],
  ['previewUrl', optionalText],
  ['provider', required(text)],
  ['provider_metadata', makeRule('mixed', { nullable: true })],
  ['createdAt', required(text)],
  ['updatedAt', required(text)],
])

const BLOCKS: Readonly<Record<string, Rule>> = {
  paragraph: node('paragraph', () => ({ children: children(inline, hintFor('Paragraph')) })),
  heading: node('heading', () => ({
    level: required(makeRule('number', { oneOf: [1, 2, 3, 4, 5, 6] })),
    children: children(inline, hintFor('Heading')),
  })),
  quote: node('quote', () => ({ children: children(inline, hintFor('Quote')) })),
  list,
  image: node('image', () => ({ image, children: children(inline) })),
  code: node('code', () => ({
    syntax: optionalText,
    // Strapi's message says "Quote" here, too.
    children: children(() => textNode, hintFor('Quote')),
  })),
}

const DOCUMENT = [{ type: 'paragraph', children: [{ type: 'text', text: 'Bread' }] }]

export const blocks: AttributeType = {
  ...STRUCTURED,
  type: 'blocks',
  rule: () =>
    withTests(makeRule('array', { item: byType(BLOCKS, 'Block node is of invalid type') }), ...storable('json')),
  example: { body: DOCUMENT, answer: DOCUMENT },
}
