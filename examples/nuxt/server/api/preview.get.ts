export default defineEventHandler(event => previewArticle(String(getQuery(event).token)))
