import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_MEDIA, type MediaConfig } from '../../config/config.ts'
import { loadProjectConfig } from '../../project-config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'populus-upload-'))
  await write('package.json', '{"dependencies":{"@strapi/strapi":"4.26.2"}}')
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

async function load(env: Record<string, string> = {}): Promise<{ media: MediaConfig; warnings: string[] }> {
  const warnings: string[] = []
  const { media } = await loadProjectConfig({ folder, env, warn: message => warnings.push(message) })
  return { media, warnings }
}

test("S3 as in Strapi's documentation", async () => {
  await write(
    'config/plugins.js',
    `module.exports = ({ env }) => ({
      upload: {
        config: {
          provider: 'aws-s3',
          providerOptions: {
            baseUrl: env('CDN_URL'),
            rootPath: env('CDN_ROOT_PATH'),
            s3Options: {
              credentials: { accessKeyId: env('AWS_ACCESS_KEY_ID'), secretAccessKey: env('AWS_ACCESS_SECRET') },
              region: env('AWS_REGION'),
              params: {
                ACL: env('AWS_ACL', 'public-read'),
                signedUrlExpires: env('AWS_SIGNED_URL_EXPIRES', 15 * 60),
                Bucket: env('AWS_BUCKET'),
              },
            },
          },
          actionOptions: { upload: {}, uploadStream: { CacheControl: 'max-age=60' }, delete: {} },
          breakpoints: { xlarge: 1920, small: 500 },
          sizeLimit: 250 * 1024 * 1024,
        },
      },
    })`,
  )
  const env = { AWS_ACCESS_KEY_ID: 'k', AWS_ACCESS_SECRET: 's', AWS_REGION: 'eu-west-3', AWS_BUCKET: 'pictures' }
  expect(await load(env)).toEqual({
    media: {
      ...DEFAULT_MEDIA,
      provider: 'aws-s3',
      sizeLimit: 262_144_000,
      breakpoints: { xlarge: 1920, small: 500 },
      uploadOptions: { CacheControl: 'max-age=60' },
      s3: {
        bucket: 'pictures',
        acl: 'public-read',
        signedUrlExpires: 900,
        region: 'eu-west-3',
        accessKeyId: 'k',
        secretAccessKey: 's',
      },
    },
    warnings: [],
  })
})

test('the older form of S3, a host without a scheme, a file for one environment', async () => {
  await write(
    'config/plugins.ts',
    `export default ({ env }: { env: any }) => ({
      graphql: graphqlOptions(),
      upload: { config: { provider: '@strapi/provider-upload-aws-s3', providerOptions: {
        accessKeyId: 'k', secretAccessKey: 's', endpoint: env('DO_ENDPOINT'), params: { Bucket: 'one' } } } },
    })`,
  )
  await write(
    'config/env/production/plugins.js',
    "module.exports = { upload: { config: { providerOptions: { params: { Bucket: 'two' } } } } }",
  )
  const { media, warnings } = await load({ DO_ENDPOINT: 'nyc3.digitaloceanspaces.com', NODE_ENV: 'production' })
  expect(media).toMatchObject({
    provider: '@strapi/provider-upload-aws-s3',
    s3: { endpoint: 'https://nyc3.digitaloceanspaces.com', bucket: 'two', accessKeyId: 'k', secretAccessKey: 's' },
  })
  expect(warnings).toEqual([
    'config/plugins.ts cannot be run (graphqlOptions is not defined); only its plain values are used',
  ])
})

test('Cloudinary; the environment wins', async () => {
  await write(
    'config/plugins.js',
    `module.exports = { upload: { config: { provider: 'cloudinary',
      providerOptions: { cloud_name: 'one', api_key: 12345, api_secret: 's' },
      actionOptions: { uploadStream: { folder: 'site' } } } } }`,
  )
  expect((await load({ CLOUDINARY_NAME: 'two' })).media).toEqual({
    ...DEFAULT_MEDIA,
    provider: 'cloudinary',
    uploadOptions: { folder: 'site' },
    cloudinary: {
      uploadPrefix: 'https://api.cloudinary.com',
      cloudName: 'two',
      apiKey: '12345',
      apiSecret: 's',
    },
  })
})

test('the options of the provider for Azure', async () => {
  const writeOptions = (options: string) =>
    write(
      'config/plugins.js',
      `module.exports = ({ env }) => ({ upload: { config: { provider: 'strapi-provider-upload-azure-storage',
        providerOptions: { ${options} } } } })`,
    )
  await writeOptions(`authType: env('STORAGE_AUTH_TYPE', 'default'), account: env('STORAGE_ACCOUNT'), accountKey: ' key ',
    sasToken: '', serviceBaseURL: env('STORAGE_URL'), containerName: 'pictures', defaultPath: 'assets',
    createContainerIfNotExist: 'true', publicAccessType: 'blob', cdnBaseURL: 'https://cdn.test', removeCN: 'yes',
    defaultCacheControl: 'max-age=60'`)
  expect(await load({ STORAGE_ACCOUNT: 'site' })).toEqual({
    media: {
      ...DEFAULT_MEDIA,
      provider: 'strapi-provider-upload-azure-storage',
      azure: {
        account: 'site',
        accountKey: 'key',
        container: 'pictures',
        rootPath: 'assets',
        createContainer: true,
        publicAccess: 'blob',
        baseUrl: 'https://cdn.test',
        hideContainer: false,
        cacheControl: 'max-age=60',
      },
    },
    warnings: [],
  })
})

test('what cannot be read is ignored with a warning', async () => {
  await write(
    'config/plugins.js',
    `module.exports = { upload: { config: { provider: 'imagekit',
      sizeLimit: compute(),
      breakpoints: { huge: -1 } } } }`,
  )
  expect(await load()).toEqual({
    media: { ...DEFAULT_MEDIA, provider: 'imagekit' },
    warnings: [
      'config/plugins.js cannot be run (compute is not defined); only its plain values are used',
      'config/plugins.js: line 2 is not a plain value; put the setting into populus.config.json',
      'config/plugins.js, ignored: upload.config.breakpoints: expected sizes by name, such as {"large": 1000}, got {"huge":-1}',
    ],
  })
  await write('config/plugins.js', "module.exports = require('./upload')")
  expect(await load()).toEqual({
    media: DEFAULT_MEDIA,
    warnings: [
      expect.stringMatching(
        /^config\/plugins\.js cannot be run \(.*plugins\.js imports \.\/upload, which does not exist\); put its settings into populus\.config\.json$/,
      ),
    ],
  })
})

test.each([
  [
    'strapi-provider-cloudflare-r2',
    `endpoint: 'https://abc.r2.cloudflarestorage.com', params: { Bucket: 'site' }, cloudflarePublicAccessUrl: 'https://pub-1.r2.dev'`,
  ],
  [
    'strapi-provider-upload-cloudflare-r2',
    `params: { Bucket: 'site', accountId: 'abc', publicUrl: 'https://pub-1.r2.dev' }`,
  ],
])('R2 is S3: %s', async (provider, options) => {
  await write(
    'config/plugins.js',
    `module.exports = { upload: { config: { provider: '${provider}',
      providerOptions: { accessKeyId: 'k', secretAccessKey: 's', ${options} } } } }`,
  )
  expect(await load()).toMatchObject({
    media: {
      provider,
      s3: {
        ...{ bucket: 'site', accessKeyId: 'k', secretAccessKey: 's', baseUrl: 'https://pub-1.r2.dev' },
        endpoint: 'https://abc.r2.cloudflarestorage.com',
      },
    },
    warnings: [],
  })
})
