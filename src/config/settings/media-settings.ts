/** The settings of uploaded files, part of the settings schema. */
import { flag, group, oneOf, readList, secret, setting, text, value, whole } from './setting.ts'
import { isBreakpoints, isOptionRecord, isSizeList, isTypeList, isWebUrl } from './setting-tests.ts'

/** `640,800x600` */
const readSizes = (given: string): unknown =>
  given.split(',').map(part => (/^\d+$/.test(part.trim()) ? Number(part) : part.trim()))

const webAddress = (example: string) => value<string>(`an address such as "${example}"`, isWebUrl)

/** Strapi sends any ACL that S3 knows; `none` sends no ACL at all. */
const ACLS = [
  'public-read',
  'private',
  'none',
  'authenticated-read',
  'bucket-owner-full-control',
  'bucket-owner-read',
  'aws-exec-read',
  'public-read-write',
] as const

const s3 = group({
  bucket: setting(text('the name of a bucket'), {
    env: 'AWS_BUCKET',
    otherwise: 'none; required by the provider `aws-s3`',
    meaning: 'S3: the bucket.',
  }),
  region: setting(text('the name of a region'), {
    env: 'AWS_REGION',
    otherwise: '`us-east-1`; `auto` for Cloudflare R2',
    meaning: 'S3: the region of the bucket.',
  }),
  endpoint: setting(webAddress('https://nyc3.digitaloceanspaces.com'), {
    env: 'S3_ENDPOINT',
    otherwise: "Amazon's endpoint of the region",
    meaning: 'S3: the address of another service that speaks the protocol: R2, MinIO, Spaces.',
  }),
  accessKeyId: setting(text('a key'), {
    env: 'AWS_ACCESS_KEY_ID',
    otherwise: 'none; required by the provider `aws-s3`',
    meaning: 'S3: the key.',
  }),
  secretAccessKey: setting(secret(), {
    env: 'AWS_SECRET_ACCESS_KEY',
    otherwise: 'none; required by the provider `aws-s3`',
    meaning: 'S3: the secret of that key.',
  }),
  sessionToken: setting(secret(), {
    env: 'AWS_SESSION_TOKEN',
    otherwise: 'none',
    meaning: 'S3: the token of temporary credentials.',
  }),
  baseUrl: setting(webAddress('https://cdn.example.org'), {
    env: 'CDN_URL',
    otherwise: 'the address of the bucket',
    meaning: 'S3: the address under which browsers get the files, such as that of a CDN.',
  }),
  rootPath: setting(text('a folder of the bucket'), {
    env: 'CDN_ROOT_PATH',
    otherwise: 'none: at the top of the bucket',
    meaning: 'S3: the folder of the bucket that holds the files.',
  }),
  acl: setting(oneOf(ACLS), {
    env: 'AWS_ACL',
    otherwise: '`public-read`; `none` for Cloudflare R2',
    meaning:
      'S3: who may read the files. With `private`, answers have [signed addresses](media.md#private-files). With `none`, the bucket decides.',
  }),
  forcePathStyle: setting(flag(), {
    env: 'S3_FORCE_PATH_STYLE',
    otherwise: '`true` if the endpoint is an IP address or `localhost`, otherwise `false`',
    meaning:
      'S3: whether the bucket is part of the path (`https://host/bucket/name`) and not of the host name. MinIO needs it.',
  }),
  signedUrlExpires: setting(whole(1, 604_800), {
    default: 900,
    meaning: 'S3: how long a signed address works, in seconds.',
  }),
})

const cloudinary = group({
  url: setting(secret(), {
    env: 'CLOUDINARY_URL',
    otherwise: 'built from the three settings below',
    meaning: 'Cloudinary: everything in one address, `cloudinary://key:secret@name`.',
  }),
  cloudName: setting(text('the name of a cloud'), {
    env: 'CLOUDINARY_NAME',
    otherwise: 'none; required by the provider `cloudinary`',
    meaning: 'Cloudinary: the name of the cloud.',
  }),
  apiKey: setting(text('a key'), {
    env: 'CLOUDINARY_KEY',
    otherwise: 'none; required by the provider `cloudinary`',
    meaning: 'Cloudinary: the key.',
  }),
  apiSecret: setting(secret(), {
    env: 'CLOUDINARY_SECRET',
    otherwise: 'none; required by the provider `cloudinary`',
    meaning: 'Cloudinary: the secret of that key.',
  }),
  uploadPrefix: setting(webAddress('https://api-eu.cloudinary.com'), {
    env: 'CLOUDINARY_UPLOAD_PREFIX',
    default: 'https://api.cloudinary.com',
    meaning: 'Cloudinary: the address of its upload API.',
  }),
})

const azure = group({
  account: setting(text('the name of an account'), {
    env: 'AZURE_STORAGE_ACCOUNT',
    otherwise: 'none; required by the provider `azure`',
    meaning: 'Azure: the name of the storage account.',
  }),
  accountKey: setting(secret(), {
    env: 'AZURE_STORAGE_KEY',
    otherwise: 'none; required by the provider `azure`, or a token',
    meaning: 'Azure: the key of that account.',
  }),
  sasToken: setting(secret(), {
    env: 'AZURE_STORAGE_SAS_TOKEN',
    otherwise: 'none',
    meaning:
      'Azure: a token (SAS) that may read, write, create, delete and list, instead of the key. It wins over the key.',
  }),
  container: setting(text('the name of a container'), {
    env: 'AZURE_STORAGE_CONTAINER',
    otherwise: 'none; required by the provider `azure`',
    meaning: 'Azure: the container.',
  }),
  serviceUrl: setting(webAddress('https://pictures.blob.core.windows.net'), {
    env: 'AZURE_STORAGE_URL',
    otherwise: '`https://<account>.blob.core.windows.net`',
    meaning: 'Azure: the address of the account.',
  }),
  baseUrl: setting(webAddress('https://cdn.example.org'), {
    env: 'AZURE_STORAGE_CDN_URL',
    otherwise: 'the address of the account',
    meaning: 'Azure: the address under which browsers get the files, such as that of a CDN. The container follows.',
  }),
  hideContainer: setting(flag(), {
    otherwise: '`false`',
    meaning: 'Azure: whether the addresses of files do not have the container in them, for a CDN that adds it.',
  }),
  rootPath: setting(text('a folder of the container'), {
    otherwise: 'none: at the top of the container',
    meaning: 'Azure: the folder of the container that holds the files.',
  }),
  cacheControl: setting(text('a header such as "public, max-age=60"'), {
    otherwise: 'none',
    meaning: 'Azure: the `Cache-Control` header with which the service sends the files.',
  }),
  createContainer: setting(flag(), {
    otherwise: '`false`',
    meaning: 'Azure: whether the first upload creates the container, if there is none.',
  }),
  publicAccess: setting(oneOf(['none', 'blob', 'container'] as const), {
    otherwise: '`none`',
    meaning: 'Azure: what everybody may read of a container that was created: nothing, files, or their list as well.',
  }),
})

const typeList = () =>
  value<readonly string[]>('a list of types such as "image/png", "image/*" or ".csv"', isTypeList, readList)

const resumable = group({
  uploads: setting(whole(0), {
    default: 100,
    meaning:
      'Largest number of unfinished [resumable uploads](media.md#resumable-uploads). `0` allows none. With several uploads, nobody has more than half of them, or of the bytes.',
  }),
  bytes: setting(whole(1), {
    default: 10_000_000_000,
    meaning: 'Largest number of bytes that they will have together.',
  }),
  hours: setting(whole(1, 24 * 365), {
    default: 24,
    meaning: 'How long an upload may take from beginning to end, in hours. After that it is deleted.',
  }),
  folder: setting(text('a folder'), {
    otherwise: 'PostgreSQL: none, the database keeps them; SQLite: `resumable` beside the database',
    meaning:
      'A folder for their bytes, relative to the project folder. Several servers must share it. Without it, PostgreSQL keeps the bytes in the database, and any server can continue an upload.',
  }),
})

export const mediaSettings = group({
  provider: setting(text('"local", "aws-s3", "azure" or "cloudinary"'), {
    env: 'MEDIA_PROVIDER',
    default: 'local',
    meaning:
      'Where uploaded files are kept: `local` (the folder `public/uploads` of the project), `aws-s3`, `azure` or `cloudinary`. With another name the server starts and serves content, but accepts no uploads. See [Media](media.md#storage).',
  }),
  sizeLimit: setting(whole(1), {
    env: 'MEDIA_SIZE_LIMIT',
    default: 1_000_000_000,
    meaning: 'Largest uploaded file, in bytes.',
  }),
  breakpoints: setting(
    value<Readonly<Record<string, number>>>('sizes by name, such as {"large": 1000}', isBreakpoints),
    {
      default: { large: 1000, medium: 750, small: 500 },
      meaning: 'The formats that are made of an image: the longer side in pixels, by name.',
    },
  ),
  allow: setting(typeList(), {
    env: 'MEDIA_ALLOW',
    default: [],
    meaning:
      'Which types of files may be uploaded, by their [content](media.md#types): `image/png`, `image/*`, or an extension such as `.csv`. Empty: all.',
  }),
  deny: setting(typeList(), {
    env: 'MEDIA_DENY',
    default: [],
    meaning: 'Which types of files may not be uploaded, written in the same way. This list wins.',
  }),
  formats: setting(
    value<readonly ('webp' | 'avif')[]>(
      'a list of "webp" and "avif"',
      given => Array.isArray(given) && given.every(format => format === 'webp' || format === 'avif'),
      readList,
    ),
    {
      env: 'MEDIA_FORMATS',
      default: [],
      meaning: 'Formats in which each [image](media.md#images) and each of its sizes is also made: `webp`, `avif`.',
    },
  ),
  placeholder: setting(flag(), {
    env: 'MEDIA_PLACEHOLDER',
    otherwise: '`true`; with the dialect `strapi4`, `false`',
    meaning:
      'Whether new images have a [placeholder](media.md#fields-beyond-strapi): a tiny blurred version, and the dominant colour.',
  }),
  extraFields: setting(flag(), {
    env: 'MEDIA_EXTRA_FIELDS',
    default: false,
    meaning:
      'Whether files show the [fields beyond the document](media.md#fields-beyond-strapi) without being asked for them. In the dialect `strapi4`, files look as in Strapi.',
  }),
  cacheControl: setting(text('a header such as "public, max-age=60"'), {
    env: 'MEDIA_CACHE_CONTROL',
    default: 'public, max-age=31536000, immutable',
    meaning:
      'The `Cache-Control` header of files whose name has a hash, as every uploaded file has. Choose a short time if you [replace files](media.md#serving) in place.',
  }),
  sizes: setting(
    value<readonly (number | string)[]>('a list of sizes such as 640 or "640x480"', isSizeList, readSizes),
    {
      env: 'MEDIA_SIZES',
      otherwise: 'the values of `media.breakpoints`',
      meaning:
        'The [sizes](media.md#other-sizes) of images that everybody may ask for: `640` is a width or a height, `"640x480"` both.',
    },
  ),
  sizeSecret: setting(secret(), {
    env: 'MEDIA_SIZE_SECRET',
    otherwise: 'none: only the sizes of `media.sizes`',
    meaning: 'The secret with which addresses of [other sizes](media.md#other-sizes) are signed.',
  }),
  sizeRoom: setting(whole(0), {
    default: 1_000_000_000,
    meaning:
      'Room on disk for images that were made on demand, in bytes. Those not used for the longest are removed first.',
  }),
  uploadOptions: setting(
    value<Readonly<Record<string, string | number | boolean | null>>>(
      'options by name, such as {"CacheControl": "public, max-age=31536000"}',
      isOptionRecord,
    ),
    {
      default: {},
      meaning:
        "What is sent with each upload in addition: for S3 `ACL`, `CacheControl`, `ContentDisposition`, `StorageClass`, `ServerSideEncryption`; for Cloudinary any parameter of its upload API, such as `folder`. Strapi's `actionOptions.uploadStream`.",
    },
  ),
  timeout: setting(whole(100, 3_600_000), {
    default: 30_000,
    meaning:
      'How long S3, Azure or Cloudinary may take to answer one request, in milliseconds. Larger files are sent in parts of 8 MiB, one request each.',
  }),
  resumable,
  s3,
  cloudinary,
  azure,
})
