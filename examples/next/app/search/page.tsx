import { searchArticles } from '../../lib/populus'
import { Cards } from '../parts'

export default async function Page({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { q } = await searchParams
  const { data } = q ? await searchArticles(String(q)) : { data: [] }
  return <main>{data.length > 0 ? <Cards articles={data} /> : 'Nothing found.'}</main>
}
