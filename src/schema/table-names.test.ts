import { expect, test } from 'vitest'
import {
  columnName,
  componentIndexNames,
  componentTableName,
  morphIndexNames,
  morphTableNames,
  type RelationTableInput,
  referenceColumnName,
  referenceIndexName,
  relationIndexNames,
  relationTableNames,
  uniqueIndexName,
} from './table-names.ts'

const article = { ownerTable: 'articles', ownerSingular: 'article' }

/** `articles_tags_links(article_id, tag_id, tag_order, article_order)` */
function layout(input: RelationTableInput): string {
  const names = relationTableNames(input)
  const columns = [names.ownerColumn, names.targetColumn, names.orderColumn, names.inverseOrderColumn]
  return `${names.table}(${columns.filter(column => column !== null).join(', ')})`
}

test.each<[string, RelationTableInput]>([
  [
    'articles_page_links(article_id, page_id)',
    { ...article, targetSingular: 'page', attribute: 'page', relation: 'oneToOne', bidirectional: true },
  ],
  [
    'articles_author_links(article_id, author_id, article_order)',
    { ...article, targetSingular: 'author', attribute: 'author', relation: 'manyToOne', bidirectional: true },
  ],
  [
    'articles_main_tag_links(article_id, tag_id)',
    { ...article, targetSingular: 'tag', attribute: 'mainTag', relation: 'manyToOne', bidirectional: false },
  ],
  [
    'articles_items_links(article_id, tag_id, tag_order)',
    { ...article, targetSingular: 'tag', attribute: 'items', relation: 'oneToMany', bidirectional: false },
  ],
  [
    'articles_tags_links(article_id, tag_id, tag_order, article_order)',
    { ...article, targetSingular: 'tag', attribute: 'tags', relation: 'manyToMany', bidirectional: true },
  ],
  [
    'articles_related_links(article_id, inv_article_id, article_order, inv_article_order)',
    { ...article, targetSingular: 'article', attribute: 'related', relation: 'manyToMany', bidirectional: true },
  ],
  [
    'articles_parent_links(article_id, inv_article_id, article_order)',
    { ...article, targetSingular: 'article', attribute: 'parent', relation: 'manyToOne', bidirectional: true },
  ],
  [
    'articles_localizations_links(article_id, inv_article_id, article_order)',
    { ...article, targetSingular: 'article', attribute: 'localizations', relation: 'oneToMany', bidirectional: false },
  ],
  [
    'components_blocks_author_cards_author_links(author_card_id, author_id)',
    {
      ownerTable: 'components_blocks_author_cards',
      ownerSingular: 'author-card',
      targetSingular: 'author',
      attribute: 'author',
      relation: 'oneToOne',
      bidirectional: false,
    },
  ],
])('the links are in %s', (expected, input) => {
  expect(layout(input)).toBe(expected)
})

test('columns are in snake_case', () => {
  expect(columnName('h1Title')).toBe('h_1_title')
  expect(referenceColumnName('createdBy')).toBe('created_by_id')
})

test('a morph table is named after its attribute', () => {
  expect(morphTableNames({ table: 'files', singularName: 'file', attribute: 'related' })).toEqual({
    table: 'files_related_morphs',
    ownerColumn: 'file_id',
    idColumn: 'related_id',
    typeColumn: 'related_type',
    fieldColumn: 'field',
    orderColumn: 'order',
  })
})

test('the table of components keeps the case of the parent table', () => {
  expect(componentTableName('Articles')).toBe('Articles_components')
})

test('indexes are named as in a Strapi database', () => {
  expect(Object.values(relationIndexNames('a_tags_links'))).toEqual([
    'a_tags_links_fk',
    'a_tags_links_inv_fk',
    'a_tags_links_unique',
    'a_tags_links_order_fk',
    'a_tags_links_order_inv_fk',
  ])
  expect(Object.values(morphIndexNames('files_related_morphs'))).toEqual([
    'files_related_morphs_fk',
    'files_related_morphs_order_index',
    'files_related_morphs_id_column_index',
  ])
  expect(Object.values(componentIndexNames('articles'))).toEqual([
    'articles_field_index',
    'articles_component_type_index',
    'articles_entity_fk',
    'articles_unique',
  ])
  expect(referenceIndexName('articles', 'created_by_id')).toBe('articles_created_by_id_fk')
  expect(uniqueIndexName('articles', 'slug')).toBe('articles_slug_unique')
})
