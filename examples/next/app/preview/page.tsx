import { notFound } from 'next/navigation'
import { previewArticle } from '../../lib/populus'
import { ArticleView } from '../parts'

export default async function Page({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  const article = await previewArticle(String((await searchParams).token))
  return article ? <ArticleView article={article} /> : notFound()
}
