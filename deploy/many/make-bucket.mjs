// Creates the bucket that the environment names, if there is none, and lets everybody read its files.
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

// What Populus itself signs its requests with.
const populus = createRequire(import.meta.url).resolve('populus/package.json')
const { AwsClient } = await import(createRequire(populus).resolve('aws4fetch'))

const { S3_ENDPOINT, AWS_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = process.env
const client = new AwsClient({
  ...{ accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  ...{ service: 's3', region: AWS_REGION ?? 'us-east-1', retries: 0 },
})
const bucket = `${S3_ENDPOINT}/${AWS_BUCKET}`
const policy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${AWS_BUCKET}/*` }],
})

for (let attempt = 1; ; attempt += 1) {
  try {
    await make()
    break
  } catch (error) {
    if (attempt === 30) throw error
    await sleep(1000)
  }
}

async function make() {
  const { status } = await client.fetch(bucket, { method: 'HEAD' })
  if (status === 404) await send(bucket)
  else if (status !== 200) throw new Error(`HEAD ${bucket}: ${status}`)
  await send(`${bucket}?policy`, policy)
}

async function send(url, body) {
  const answer = await client.fetch(url, { method: 'PUT', body })
  if (!answer.ok) throw new Error(`PUT ${url}: ${answer.status} ${await answer.text()}`)
}
