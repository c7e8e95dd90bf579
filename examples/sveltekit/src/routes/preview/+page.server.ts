import { previewArticle } from '$lib/server/populus'

export const load = async ({ url }) => ({ article: await previewArticle(url.searchParams.get('token') ?? '') })
