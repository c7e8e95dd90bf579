/** Media fields: files of the media library. */
import { example, exampleIn } from '../../support/worlds/example.ts'
import {
  collection,
  data,
  entry,
  FACE,
  GARDEN,
  invalid,
  PLAN,
  SUNRISE,
  single,
} from '../../support/worlds/world-rows.ts'

example('a single media field is a file with its id and attributes in data', {
  request: 'GET /api/articles?filters[id]=1&fields[0]=title&populate[0]=cover',
  status: 200,
  response: collection(
    entry(1, {
      title: 'Tide',
      cover: {
        data: {
          id: 1,
          attributes: {
            name: 'sunrise.jpg',
            alternativeText: 'The sun over the bay',
            caption: 'Six in the morning',
            width: 1200,
            height: 800,
            formats: {
              small: {
                ext: '.jpg',
                url: '/uploads/small_sunrise_a1.jpg',
                hash: 'small_sunrise_a1',
                mime: 'image/jpeg',
                name: 'small_sunrise.jpg',
                path: null,
                size: 20.5,
                width: 500,
                height: 333,
              },
              medium: {
                ext: '.jpg',
                url: '/uploads/medium_sunrise_a1.jpg',
                hash: 'medium_sunrise_a1',
                mime: 'image/jpeg',
                name: 'medium_sunrise.jpg',
                path: null,
                size: 41.25,
                width: 750,
                height: 500,
              },
              thumbnail: {
                ext: '.jpg',
                url: '/uploads/thumbnail_sunrise_a1.jpg',
                hash: 'thumbnail_sunrise_a1',
                mime: 'image/jpeg',
                name: 'thumbnail_sunrise.jpg',
                path: null,
                size: 6,
                width: 234,
                height: 156,
              },
            },
            hash: 'sunrise_a1',
            ext: '.jpg',
            mime: 'image/jpeg',
            size: 245.5,
            url: '/uploads/sunrise_a1.jpg',
            previewUrl: null,
            provider: 'local',
            provider_metadata: null,
            createdAt: '2024-01-01T00:00:00.000Z',
            updatedAt: '2024-01-01T00:00:00.000Z',
          },
        },
      },
    }),
  ),
  statements: 2,
})

example('a format has name, hash, ext, mime, width, height, size, path and url', {
  request: 'GET /api/articles/1?fields[0]=title&populate[cover][fields][0]=formats',
  status: 200,
  response: single(1, {
    title: 'Tide',
    cover: data(entry(1, { formats: SUNRISE.attributes.formats })),
  }),
  statements: 2,
})

example('alternativeText, caption and formats may be null', {
  request:
    'GET /api/articles/2?fields[0]=title&populate[cover][fields][0]=alternativeText&populate[cover][fields][1]=caption&populate[cover][fields][2]=formats',
  status: 200,
  response: single(2, {
    title: 'Ridge',
    cover: data(entry(2, { alternativeText: null, caption: null, formats: null })),
  }),
  statements: 2,
})

example('previewUrl and provider_metadata are shown when they are there', {
  request: 'GET /api/authors/1?fields[0]=name&populate[0]=avatar',
  status: 200,
  response: single(1, { name: 'Ada Reed', avatar: data(FACE) }),
  statements: 2,
})

example('a media field that is not populated is absent', {
  request: 'GET /api/authors/1?fields[0]=name',
  status: 200,
  response: single(1, { name: 'Ada Reed' }),
  statements: 1,
})

example('an empty single media field is null data', {
  request: 'GET /api/articles/3?fields[0]=title&populate[0]=cover',
  status: 200,
  response: single(3, { title: 'Alone', cover: { data: null } }),
  statements: 2,
})

example('a media field for many files is a list in their stored order', {
  request: 'GET /api/articles/1?fields[0]=title&populate[0]=gallery',
  status: 200,
  response: single(1, { title: 'Tide', gallery: data([PLAN, GARDEN]) }),
  statements: 2,
})

example('an empty media field for many files is an empty list', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=gallery',
  dialect: 'document',
  status: 200,
  response: single(2, { title: 'Ridge', gallery: { data: [] } }),
  statements: 2,
})

example('in the dialect strapi4 an empty media field for many files is null data', {
  request: 'GET /api/articles/2?fields[0]=title&populate[0]=gallery',
  dialect: 'strapi4',
  status: 200,
  response: single(2, { title: 'Ridge', gallery: { data: null } }),
  statements: 2,
})

example('files need no permission of their own', {
  request: 'GET /api/articles/1?fields[0]=title&populate[cover][fields][0]=url',
  as: 'member',
  status: 200,
  response: single(1, { title: 'Tide', cover: data(entry(1, { url: '/uploads/sunrise_a1.jpg' })) }),
  statements: 2,
})

example('media takes its own fields, filters and sort', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[gallery][fields][0]=name&populate[gallery][sort][0]=size:desc&populate[gallery][filters][size][$lt]=1000',
  dialect: 'document',
  status: 200,
  response: single(1, {
    title: 'Tide',
    gallery: data([entry(2, { name: 'garden.png' }), entry(4, { name: 'plan.pdf' })]),
  }),
  statements: 2,
})

example('entries can be filtered by their media', {
  request: 'GET /api/articles?fields[0]=title&filters[cover][ext]=.png',
  status: 200,
  response: collection(entry(2, { title: 'Ridge' })),
  statements: 1,
})

example('media two levels deep is reached through a relation', {
  request:
    'GET /api/articles/1?fields[0]=title&populate[author][fields][0]=name&populate[author][populate][avatar][fields][0]=url',
  status: 200,
  response: single(1, {
    title: 'Tide',
    author: data(entry(1, { name: 'Ada Reed', avatar: data(entry(3, { url: '/uploads/ada_c3.jpg' })) })),
  }),
  statements: 3,
})

example('the folder of a file is not shown', {
  request: 'GET /api/articles?populate[cover][fields][0]=folderPath',
  status: 400,
  response: invalid('folderPath'),
  statements: 0,
})

/** File 2 has a placeholder, a focal point, and a format that says its size in bytes. */
const exampleWithExtras = exampleIn({ extras: true })
const COVER = 'GET /api/articles/2?fields[0]=title'
const GARDEN_FORMAT = {
  ...{ ext: '.png', url: '/uploads/thumbnail_garden_b2.png', hash: 'thumbnail_garden_b2', mime: 'image/png' },
  ...{ name: 'thumbnail_garden.png', path: null, size: 8, width: 208, height: 156 },
}
const PLACEHOLDER = { blur: 'data:image/webp;base64,AA==', color: '#a0b0c0' }
const FOCAL_POINT = { x: 25, y: 75 }
const cover = (attributes: object) => single(2, { title: 'Ridge', cover: { data: { id: 2, attributes } } })

exampleWithExtras('a file has sixteen attributes and a format nine members, whatever else is known', {
  request: `${COVER}&populate=cover`,
  dialect: 'document',
  status: 200,
  response: cover({
    ...GARDEN.attributes,
    formats: { thumbnail: GARDEN_FORMAT },
    provider_metadata: { etag: 'x' },
  }),
  statements: 2,
})

exampleWithExtras('what is known beyond them is shown when fields names it', {
  request: `${COVER}&populate[cover][fields][0]=placeholder&populate[cover][fields][1]=formats.thumbnail.sizeInBytes&populate[cover][fields][2]=focalPoint`,
  dialect: 'document',
  status: 200,
  response: cover({
    placeholder: PLACEHOLDER,
    formats: { thumbnail: { sizeInBytes: 8000 } },
    focalPoint: FOCAL_POINT,
  }),
  statements: 2,
})

exampleWithExtras('one format has its nine members, and what is named beside them', {
  request: `${COVER}&populate[cover][fields][0]=formats.thumbnail`,
  dialect: 'document',
  status: 200,
  response: cover({ formats: { thumbnail: GARDEN_FORMAT } }),
  statements: 2,
})

exampleWithExtras('all formats and what is named of one', {
  request: `${COVER}&populate[cover][fields][0]=formats&populate[cover][fields][1]=formats.thumbnail.sizeInBytes&populate[cover][fields][2]=focalPoint`,
  dialect: 'document',
  status: 200,
  response: cover({
    formats: { thumbnail: { ...GARDEN_FORMAT, sizeInBytes: 8000 } },
    focalPoint: FOCAL_POINT,
  }),
  statements: 2,
})

exampleIn({ extras: true, media: { extraFields: true } })('a setting shows all that is known', {
  request: `${COVER}&populate=cover`,
  dialect: 'document',
  status: 200,
  response: cover({
    ...withAfter(GARDEN.attributes, 'provider_metadata', { placeholder: PLACEHOLDER, focalPoint: FOCAL_POINT }),
    formats: { thumbnail: { ...GARDEN_FORMAT, sizeInBytes: 8000 } },
    provider_metadata: { etag: 'x' },
  }),
  statements: 2,
})

exampleWithExtras('in the dialect strapi4 a file is shown as it is stored', {
  request: `${COVER}&populate=cover`,
  dialect: 'strapi4',
  status: 200,
  response: cover({
    ...GARDEN.attributes,
    formats: { thumbnail: { ...GARDEN_FORMAT, sizeInBytes: 8000 } },
    provider_metadata: { etag: 'x', populus: { focalPoint: FOCAL_POINT, placeholder: PLACEHOLDER } },
  }),
  statements: 2,
})

/** The keys keep their order; the new ones follow `key`. */
function withAfter(attributes: object, key: string, more: object): object {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => [
      [name, value],
      ...(name === key ? Object.entries(more) : []),
    ]),
  )
}
