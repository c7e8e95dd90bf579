/** A folder on a database of Strapi 4 that does not say that it is a Strapi project. */
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'

const LINE = expect.stringContaining('write "dependencies": { "@strapi/strapi": "4.26.2" } into package.json')

test.each(['sqlite', 'postgres'] as const)('the start says which line to write (%s)', async client => {
  const app = await buildTestApp({
    folder: CONFORMANCE_PROJECT,
    database: await conformanceDatabase(client),
    dialect: 'document',
  })
  expect(app.report).toContainEqual(LINE)
})

test('it says nothing where answers are those of Strapi', async () => {
  const database = await conformanceDatabase('sqlite')
  const app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4' })
  expect(app.report).not.toContainEqual(LINE)
})
