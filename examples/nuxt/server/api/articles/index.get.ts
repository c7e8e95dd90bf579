export default defineEventHandler(event => {
  const page = String(getQuery(event).page)
  return listArticles(/^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1)
})
