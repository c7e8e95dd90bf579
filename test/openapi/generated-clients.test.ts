/** Code that other programs generate from the document compiles, and reads the blog. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'

/** What a developer would write. `queryText` writes nested brackets, which no generator does by itself. */
const PROGRAM = `
import createFetchClient from 'openapi-fetch'
import { queryText } from 'populus/client'
import type { paths } from './fetch/schema.js'
import { createClient } from './hey/client/index.js'
import { getArticle, listArticles, listAuthors } from './hey/index.js'

const query = {
  fields: ['title' as const],
  populate: { author: { fields: ['name' as const] }, blocks: { on: { 'blocks.quote': true } } },
  filters: { author: { name: { $startsWith: 'Mara' } } },
}

export async function run(url: string) {
  const fetched = createFetchClient<paths>({ baseUrl: url, querySerializer: queryText })
  const one = await fetched.GET('/articles/{id}', { params: { path: { id: 1 }, query: { fields: ['title', 'slug'] } } })
  const deep = await fetched.GET('/articles', { params: { query } })
  const plain = createFetchClient<paths>({ baseUrl: url })
  const flat = await plain.GET('/authors', { params: { query: { fields: ['name'], sort: ['name:desc'], pagination: { pageSize: 2 } } } })
  const none = await fetched.GET('/articles/{id}', { params: { path: { id: 100000 } } })
  // @ts-expect-error: authors have no title
  void (await fetched.GET('/authors', { params: { query: { fields: ['title'] } } }))

  const client = createClient({ baseUrl: url, querySerializer: queryText })
  const heyOne = await getArticle({ client, path: { id: 1 }, query: { fields: ['title', 'slug'] } })
  const heyDeep = await listArticles({ client, query })
  const heyFlat = await listAuthors({ client: createClient({ baseUrl: url }), query: { fields: ['name'], sort: ['name:desc'], pagination: { pageSize: 2 } } })
  const heyNone = await getArticle({ client, path: { id: 100000 } })
  const quote = heyDeep.data?.data[0]?.attributes.blocks?.[0]
  const kind: 'blocks.quote' | undefined = quote?.__component === 'blocks.quote' ? quote.__component : undefined
  return {
    kind,
    openapiTypescript: {
      one: one.data?.data.attributes.title,
      deep: deep.data?.data.map(({ attributes }) => attributes.author?.data?.attributes.name),
      flat: flat.data?.data.map(({ attributes }) => attributes.name),
      none: none.error?.error.name,
    },
    heyApi: {
      one: heyOne.data?.data.attributes.title,
      deep: heyDeep.data?.data.map(({ attributes }) => attributes.author?.data?.attributes.name),
      flat: heyFlat.data?.data.map(({ attributes }) => attributes.name),
      none: heyNone.error?.error.name,
    },
  }
}
`

test('openapi-typescript and @hey-api/openapi-ts', async () => {
  const app = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite') })
  const document = (await app.inject('/api/openapi.json')).json<OpenAPI3>()
  const folder = temporaryFolder()
  await generate(document, folder)
  expect(compile(folder)).toBe('')
  const { address } = await app.listen()
  const { run } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out/program.js')).href)) as {
    run: (url: string) => Promise<Record<string, unknown>>
  }
  const read = {
    one: 'Your first sourdough, without the mythology',
    deep: expect.arrayContaining(['Mara Lindqvist']),
    flat: expect.arrayContaining([expect.any(String), expect.any(String)]),
    none: 'NotFoundError',
  }
  expect(await run(`${address}/api`)).toMatchObject({ openapiTypescript: read, heyApi: read })
})

async function generate(document: OpenAPI3, folder: string): Promise<void> {
  await mkdir(join(folder, 'fetch'))
  const root = fileURLToPath(new URL('../..', import.meta.url))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'))
  await symlink(root, join(folder, 'node_modules/populus'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'fetch/schema.d.ts'), astToString(await openapiTS(document)))
  await createClient({
    input: document as never,
    output: { path: join(folder, 'hey'), importFileExtension: '.js' } as never,
    logs: { level: 'silent' },
  })
  await writeFile(join(folder, 'program.ts'), PROGRAM)
}

/** One compilation for both. Returns what is wrong. */
function compile(folder: string): string {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: true,
    rootDir: folder,
    outDir: join(folder, 'out'),
  }
  const program = ts.createProgram([join(folder, 'program.ts')], options)
  const { diagnostics } = program.emit()
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  }
  return ts.formatDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics], host)
}
