export default defineEventHandler(event => {
  const { q } = getQuery(event)
  return q ? searchArticles(String(q)) : []
})
