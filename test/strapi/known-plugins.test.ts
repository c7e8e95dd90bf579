/** The plugins that are known: documented as they are, and found in a project. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KNOWN_PLUGINS } from '../../src/strapi/run/guards/known-plugins.ts'
import { listPlugins } from '../../src/strapi/run/guards/list-plugins.ts'

test('docs/reference/strapi-plugins.md lists every known plugin with what becomes of it', () => {
  const page = readFileSync(new URL('../../docs/reference/strapi-plugins.md', import.meta.url), 'utf8')
  const rows = (fate: string) =>
    [...KNOWN_PLUGINS.values()]
      .filter(plugin => plugin.fate === fate)
      .map(({ name, what }) => `| \`${name}\` | ${what} |`)
  for (const fate of ['builtIn', 'ignored', 'blocks']) {
    expect(page.split('\n').filter(line => rows(fate).includes(line))).toEqual(rows(fate))
  }
  expect(page.match(/^\| `/gm)).toHaveLength(KNOWN_PLUGINS.size)
})

test('plugins are found in package.json; what config/plugins switches off is left out', () => {
  const dependencies = {
    '@strapi/strapi': '4.26.2',
    '@strapi/plugin-graphql': '4.26.2',
    'strapi-plugin-rest-cache': '4.2.9',
    '@acme/strapi-plugin-weather': '1.0.0',
    'strapi-plugin-io': '1.0.0',
    'strapi-plugin-menus': '1.0.0',
    lodash: '4.17.21',
  }
  const listed = listPlugins({
    dependencies,
    config: { io: false, menus: { enabled: false }, graphql: { enabled: true } },
  })
  expect(listed.map(({ name, key, fate }) => [name, key, fate])).toEqual([
    ['@strapi/plugin-graphql', 'graphql', 'blocks'],
    ['strapi-plugin-rest-cache', 'rest-cache', 'ignored'],
    ['@acme/strapi-plugin-weather', 'weather', 'unknown'],
  ])
})
