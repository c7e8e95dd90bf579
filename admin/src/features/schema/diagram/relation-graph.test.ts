import { expect, test } from 'vitest'
import type { AttributeInfo, SchemaInfo } from '../../../../../src/admin-api/schema-api.ts'
import { neighbourhood, relationGraph, withoutComponents } from './relation-graph.ts'

const to = (target: string, relation: string, inverse?: string) => ({
  type: 'relation',
  target,
  relation,
  ...(inverse === undefined ? {} : { inverse }),
})

function schemaOf(models: Readonly<Record<string, Readonly<Record<string, object>>>>, hidden: readonly string[] = []) {
  const all = Object.entries(models).map(([uid, attributes]) => ({
    uid,
    displayName: uid.toUpperCase(),
    kind: 'collectionType',
    visible: !hidden.includes(uid),
    attributes: attributes as Readonly<Record<string, AttributeInfo>>,
  }))
  return {
    editable: false,
    types: all.filter(({ uid }) => !uid.includes('.')),
    components: all.filter(({ uid }) => uid.includes('.')),
  } as unknown as SchemaInfo
}

const BLOG = schemaOf(
  {
    article: {
      author: to('author', 'manyToOne', 'articles'),
      editor: to('author', 'oneToOne'),
      related: to('article', 'manyToMany', 'relatedBy'),
      relatedBy: to('article', 'manyToMany', 'related'),
      seo: { type: 'component', component: 'shared.seo', repeatable: false },
      blocks: { type: 'dynamiczone', components: ['shared.seo', 'shared.link'] },
      createdBy: to('admin::user', 'oneToOne'),
      localizations: to('article', 'oneToMany'),
      about: { type: 'relation', relation: 'morphToOne' },
    },
    author: { articles: to('article', 'oneToMany', 'author'), country: to('country', 'manyToOne') },
    country: {},
    secret: {},
    'shared.seo': { links: { type: 'component', component: 'shared.link', repeatable: true } },
    'shared.link': {},
  },
  ['country', 'secret'],
)

const text = ({ lines }: ReturnType<typeof relationGraph>) =>
  lines.map(
    ({ from, field, to: target, inverse, kind, ends }) =>
      `${kind} ${from}.${field} ${ends.join(':')} ${target}.${inverse}`,
  )

test('relations with two ends are one line, components and zones lead to their parts', () => {
  expect(text(relationGraph(BLOG))).toEqual([
    'relation article.author n:1 author.articles',
    'relation article.editor 1:1 author.null',
    'relation article.related n:n article.relatedBy',
    'component article.seo 1:1 shared.seo.null',
    'zone article.blocks 1:n shared.seo.null',
    'zone article.blocks 1:n shared.link.null',
    'relation author.country n:1 country.null',
    'component shared.seo.links 1:n shared.link.null',
  ])
})

test('types that nobody sees have a box only if something leads to them', () => {
  const { boxes, open } = relationGraph(BLOG)
  expect(boxes.map(({ uid }) => uid)).toEqual(['article', 'author', 'country', 'shared.seo', 'shared.link'])
  expect(open).toEqual([{ from: 'article', field: 'about' }])
})

test('a relation of any type is a line if a type names it as its other end', () => {
  const graph = relationGraph(
    schemaOf({
      note: { about: { type: 'relation', relation: 'morphToOne' } },
      page: { notes: to('note', 'morphMany', 'about') },
    }),
  )
  expect([text(graph), graph.open]).toEqual([['relation page.notes 1:n note.about'], []])
})

test('a name at the other end that leads elsewhere does not make it a relation of two ends', () => {
  const graph = relationGraph(schemaOf({ a: { b: to('b', 'oneToOne', 'c') }, b: { c: to('b', 'oneToOne') } }))
  expect(text(graph)).toEqual(['relation a.b 1:1 b.null', 'relation b.c 1:1 b.null'])
})

test('the neighbourhood of a box has the lines that touch it', () => {
  const near = neighbourhood(relationGraph(BLOG), 'author')
  expect(near.boxes.map(({ uid }) => uid)).toEqual(['article', 'author', 'country'])
  expect(near.lines.map(({ field }) => field)).toEqual(['author', 'editor', 'country'])
})

test('components can be left out with their lines', () => {
  const types = withoutComponents(relationGraph(BLOG))
  expect(types.boxes.map(({ uid }) => uid)).toEqual(['article', 'author', 'country'])
  expect(types.lines.every(({ kind }) => kind === 'relation')).toBe(true)
})
