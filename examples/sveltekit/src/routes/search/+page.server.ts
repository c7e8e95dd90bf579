import { searchArticles } from '$lib/server/populus'

export const load = async ({ url }) => {
  const words = url.searchParams.get('q')
  return { articles: words ? await searchArticles(words) : [] }
}
