/** Entries of which some are translated. */

const NOTICES = 500
/** One in so many has no translation. */
const UNTRANSLATED = 3
const TEXT = 'The library is closed on Monday, and open until late on Thursday. '.repeat(8)

/** Writes them through the content API, which must be open to everybody. */
export async function addNotices(url) {
  for (let number = 1; number <= NOTICES; number++) {
    const { data } = await post(`${url}/api/notices`, { data: { title: `Notice ${number}`, text: TEXT } })
    if (number % UNTRANSLATED === 0) continue
    const translation = { locale: 'fr', title: `Avis ${number}`, text: TEXT }
    await post(`${url}/api/notices/${data.id}/localizations`, translation)
  }
}

/** @returns {Promise<any>} */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(`${response.status} to POST ${url}: ${await response.text()}`)
  return response.json()
}
