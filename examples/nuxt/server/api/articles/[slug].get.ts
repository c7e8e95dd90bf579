export default defineEventHandler(event => findArticle(getRouterParam(event, 'slug', { decode: true }) ?? ''))
