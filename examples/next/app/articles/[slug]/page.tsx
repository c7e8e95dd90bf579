import { notFound } from 'next/navigation'
import { findArticle } from '../../../lib/populus'
import { ArticleView } from '../../parts'

/** Pages are made when they are asked for first, and kept until a webhook drops them. */
export const generateStaticParams = () => []

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const article = await findArticle((await params).slug)
  return article ? <ArticleView article={article} /> : notFound()
}
