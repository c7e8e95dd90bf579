// killed-server.mjs FOLDER ENVIRONMENT PATH STEP: one request to a server that kills itself after a number of steps.
// A step is a statement, or a file that appears or disappears. Prints the status if it survives.
import fs from 'node:fs/promises'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

const [folder, environment, request, last] = process.argv.slice(2)
let left = Number.POSITIVE_INFINITY
const step = () => {
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
}
for (const name of ['rename', 'rm', 'mkdir']) {
  const real = fs[name]
  fs[name] = async (...input) => {
    step()
    const result = await real(...input)
    step()
    return result
  }
}
syncBuiltinESMExports()

const root = pathToFileURL(createRequire(import.meta.url).resolve('../../../package.json'))
const { buildApp } = await import(new URL('dist/app.js', root).href)
const { loadConfig } = await import(new URL('dist/config/load-config.js', root).href)
const config = await loadConfig({ folder, env: JSON.parse(environment), warn: () => undefined })
const app = await buildApp(config, { onStatement: step })
const { method, url, headers, payload } = JSON.parse(request)
left = Number(last)
const answer = await app.inject({ method, url, headers, payload: payload && Buffer.from(payload, 'base64') })
left = Number.POSITIVE_INFINITY
console.log(answer.statusCode)
await app.close()
