import { expect, test } from 'vitest'
import { kebabCase, snakeCase } from './snake-case.ts'

test.each([
  ['eventAt', 'event_at'],
  ['h1Title', 'h_1_title'],
  ['address1', 'address_1'],
  ['URLPath', 'url_path'],
  ['Title', 'title'],
  ['SEO', 'seo'],
  ['meta_title', 'meta_title'],
  ['author-card', 'author_card'],
  ['articles_relatedFrom_links', 'articles_related_from_links'],
  ['__meta__', 'meta'],
  ['iOSApp', 'i_os_app'],
  ['XMLHttpRequest', 'xml_http_request'],
  ['column2nd', 'column_2nd'],
  ['my2ndColumn', 'my_2nd_column'],
  ['2ndColumn', '2nd_column'],
  ['Größe', 'grosse'],
  ['crèmeBrûlée', 'creme_brulee'],
  ["author's", 'authors'],
  ['Имя', 'имя'],
  ['', ''],
])('lodash turns %j into %j, and so do we', (given, expected) => {
  expect(snakeCase(given)).toBe(expected)
})

test('an API folder in camelCase becomes kebab-case', () => {
  expect(kebabCase('blogPost')).toBe('blog-post')
})
