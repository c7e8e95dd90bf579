export default defineEventHandler(async event => {
  const body = (await readRawBody(event)) ?? ''
  if (!isGenuine(body, getHeader(event, 'x-populus-signature') ?? '')) throw createError({ statusCode: 401 })
  await dropKept()
  return null
})
