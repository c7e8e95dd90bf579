import { findArticle } from '$lib/server/populus'

export const load = async ({ params }) => ({ article: await findArticle(params.slug) })
