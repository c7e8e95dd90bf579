import { listArticles } from '$lib/server/populus'

export const load = ({ url }) => {
  const page = url.searchParams.get('page') ?? ''
  return listArticles(/^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1)
}
