import { it } from 'vitest'
import { buildTestApp } from '/work/main/test/support/build-test-app.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '/work/main/test/support/conformance-data.ts'
const client = (process.env.PROBE ?? 'sqlite') as 'sqlite'
it('probe', async () => {
  const app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database: await conformanceDatabase(client), dialect: 'strapi4' })
  const deep = (a: string, n: number) => Array(n).fill(a).join('')
  const urls = [
    '/api/articles/%zz', '/api/foo(', '/api/:x(', '/api/*a', '/api/articles/' + 'a'.repeat(300), '/api/%00', '/api/articles/%00',
    '/api/articles?filters[id]=%C2%A01', '/api/articles?filters[views]=%EF%BB%BF1',
    '/api/articles?filters' + deep('[$not]', 2600) + '[id]=1',
    '/api/articles?filters' + deep('[$and][0]', 1600) + '[id]=1',
    '/api/articles?filters' + deep('[author][articles]', 3) + '[id]=-1',
    '/api/articles?filters' + deep('[author][articles]', 4) + '[id]=-1',
    '/api/articles?filters' + deep('[author][articles]', 5) + '[id]=-1',
    '/api/articles?filters' + deep('[author][articles]', 6) + '[id]=-1',
    '/api/articles?sort=' + deep('author.articles.', 3) + 'id',
    '/api/articles?sort=' + deep('author.articles.', 4) + 'id',
    '/api/articles?sort=' + deep('author.articles.', 5) + 'id',
    '/api/articles?fields=id&populate=' + deep('author.articles.', 3) + 'author',
    '/api/articles?fields=id&populate=' + deep('author.articles.', 4) + 'author',
    '/api/articles?sort=' + Array(1000).fill('tags.id').join(','),
    '/api/articles?populate=' + deep('mentor.', 2300),
    '/api/articles?populate=author.' + deep('mentor.', 2300),
    '/api/articles?populate=author.' + deep('mentor.', 150)+'mentor',
    '/api/articles?filters[author]' + deep('[mentor]', 150)+'[id]=1',
    '/api/articles?filters' + deep('[x', 4000)+'=1',
    '/api/articles?x' + deep('[x]', 5400)+'=1',
    '/api/articles?sort' + deep('[x]', 5400)+'=asc',
    '/api/articles?filters[$or][0][title]=1&' + Array.from({length:199},(_, i)=>`filters[$or][${i}][title]=1`).join('&'),
  ]
  for (const n of [20, 40, 60, 80, 100]) urls.push('/api/articles?filters[author]' + deep('[mentor]', n)+'[id]=1', '/api/articles?filters[tags]' + deep('[articles][tags]', n/2)+'[id]=1')
  for (const n of [7,8,9]) urls.push('/api/articles?filters' + deep('[author][articles]', n) + '[id]=-1')
  urls.push('/api/articles?' + Array.from({length:780},(_, i)=>`filters[id][$ne][]=1`).join('&'))
  urls.push('/api/articles?' + Array.from({length:580},(_, i)=>`filters[title][$contains][]=1`).join('&'))
  if (client as string === 'postgres') urls.splice(urls.findIndex(u => u.includes('tags.id,tags.id')), 1)
  for (const url of urls) {
    const t = performance.now()
    const r = await app.inject({ url })
    console.log(r.statusCode, Math.round(performance.now() - t) + 'ms', r.body.length, url.slice(0, 90), r.statusCode >= 400 ? r.body.slice(0, 160) : '')
  }
}, 120000)
