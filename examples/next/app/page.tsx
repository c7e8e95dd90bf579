import Link from 'next/link'
import { listArticles } from '../lib/populus'
import { Cards } from './parts'

export default async function Page({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const { page = '' } = await searchParams
  const number = /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1
  const { data, meta } = await listArticles(number)
  return (
    <main>
      <Cards articles={data} />
      {number > 1 && <Link href={`/?page=${number - 1}`}>Newer</Link>}{' '}
      {number < meta.pagination.pageCount && <Link href={`/?page=${number + 1}`}>Older</Link>}
    </main>
  )
}
