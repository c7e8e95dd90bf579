/** Sends the requests of a recorded project, to a real Strapi or to us, and keeps of the answers what must be equal. */

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** `send({ method, url, headers, body })` gives `{ status, headers, text }`. */
export async function answersOf(requests, send) {
  const tokens = new Map()
  const answers = []
  for (const request of requests) {
    const sent = requestOf(request, tokens)
    const { status, headers, text } = await settled(() => send(sent), request)
    const body = parsed(text)
    if (request.register !== undefined) tokens.set(request.register, body.jwt)
    const kept = Object.fromEntries((request.headers ?? []).map(name => [name, headers[name] ?? null]))
    const shown = request.headers === undefined ? {} : { headers: kept }
    answers.push({ request: `${sent.method} ${sent.url}`, status, ...shown, body: steady(body) })
  }
  return answers
}

/** With `until`, asks again until there are that many entries: something else writes them. */
async function settled(ask, { until }) {
  for (const end = Date.now() + 10_000; ; await new Promise(resolve => setTimeout(resolve, 50))) {
    const answer = await ask()
    if (until === undefined || parsed(answer.text).meta?.pagination.total === until.total || Date.now() > end)
      return answer
  }
}

function requestOf(request, tokens) {
  const { register: name } = request
  if (name !== undefined) {
    const body = { username: name, email: `${name}@example.org`, password: `secret-${name}`, ...request.body }
    return requestOf({ method: 'POST', url: '/api/auth/local/register', body }, tokens)
  }
  const { method, url, as, token = tokens.get(as), body, text, send = {} } = request
  const type = body === undefined && text === undefined ? {} : { 'content-type': 'application/json' }
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { method, url, headers: { ...type, ...authorization, ...send }, body: text ?? json(body) }
}

const json = body => (body === undefined ? undefined : JSON.stringify(body))

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Times and tokens differ from run to run. */
function steady(value) {
  if (typeof value === 'string')
    return DATE.test(value) ? '<date>' : value.replace(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, '<jwt>')
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, steady(item)]))
}
