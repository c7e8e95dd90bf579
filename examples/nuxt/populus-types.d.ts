// Written by `populus types`. Do not edit: run it again when the schema has changed.
/* eslint-disable */
import type {
  Json,
  ManyParts,
  NamedQuery,
  OnePart,
  RelationInput,
  RelationListInput,
  ToAny,
  ToMany,
  ToOne,
  Zone,
} from 'populus/client'

/** Article */
export interface Article {
  scalars: {
    title: string
    slug: string
    summary: string | null
    body: string | null
    kind: 'story' | 'guide' | 'recipe' | 'essay' | 'interview'
    readingTime: number | null
    featured: boolean | null
    writtenOn: string | null
    reviewedAt: string | null
    facts: Json | null
    createdAt: string
    updatedAt: string
    publishedAt: string | null
    locale: string
  }
  linked: {
    cover: ToOne<UploadFile>
    gallery: ToMany<UploadFile>
    author: ToOne<Author>
    category: ToOne<Category>
    tags: ToMany<Tag>
    related: ToMany<Article>
    seo: OnePart<SharedSeo>
    blocks: Zone<{
      'blocks.hero': BlocksHero
      'blocks.rich-text': BlocksRichText
      'blocks.quote': BlocksQuote
      'blocks.gallery': BlocksGallery
      'blocks.call-to-action': BlocksCallToAction
      'blocks.featured-articles': BlocksFeaturedArticles
      'blocks.code': BlocksCode
    }>
    localizations: ToMany<Article>
  }
  input: {
    title: string
    slug: string
    summary?: string | null
    body?: string | null
    kind?: 'story' | 'guide' | 'recipe' | 'essay' | 'interview'
    readingTime?: number | null
    featured?: boolean | null
    writtenOn?: string | Date | null
    reviewedAt?: string | Date | null
    facts?: Json | null
    internalNote?: string | null
    cover?: number | null
    gallery?: number[] | null
    author?: RelationInput
    category?: RelationInput
    tags?: RelationListInput | null
    related?: RelationListInput | null
    seo?: (SharedSeo['input'] & { id?: number }) | null
    blocks?: (
      | ({ __component: 'blocks.hero' } & BlocksHero['input'] & { id?: number })
      | ({ __component: 'blocks.rich-text' } & BlocksRichText['input'] & { id?: number })
      | ({ __component: 'blocks.quote' } & BlocksQuote['input'] & { id?: number })
      | ({ __component: 'blocks.gallery' } & BlocksGallery['input'] & { id?: number })
      | ({ __component: 'blocks.call-to-action' } & BlocksCallToAction['input'] & { id?: number })
      | ({ __component: 'blocks.featured-articles' } & BlocksFeaturedArticles['input'] & { id?: number })
      | ({ __component: 'blocks.code' } & BlocksCode['input'] & { id?: number })
    )[]
    publishedAt?: string | Date | null
    locale?: string | null
  }
  unique: 'slug'
}

/** Author */
export interface Author {
  scalars: {
    name: string
    slug: string
    email: string
    role: string | null
    bio: string | null
    createdAt: string
    updatedAt: string
  }
  linked: {
    avatar: ToOne<UploadFile>
    links: ManyParts<SharedLink>
    articles: ToMany<Article>
  }
  input: {
    name: string
    slug: string
    email: string
    role?: string | null
    bio?: string | null
    avatar?: number | null
    links?: (SharedLink['input'] & { id?: number })[]
    articles?: RelationListInput | null
  }
  unique: 'slug'
}

/** Category */
export interface Category {
  scalars: {
    name: string
    slug: string
    description: string | null
    color: string | null
    createdAt: string
    updatedAt: string
    locale: string
  }
  linked: {
    parent: ToOne<Category>
    children: ToMany<Category>
    articles: ToMany<Article>
    localizations: ToMany<Category>
  }
  input: {
    name: string
    slug: string
    description?: string | null
    color?: string | null
    parent?: RelationInput
    children?: RelationListInput | null
    articles?: RelationListInput | null
    locale?: string | null
  }
  unique: 'slug'
}

/** Homepage */
export interface Homepage {
  scalars: {
    title: string
    lead: string | null
    createdAt: string
    updatedAt: string
    publishedAt: string | null
    locale: string
  }
  linked: {
    blocks: Zone<{
      'blocks.hero': BlocksHero
      'blocks.rich-text': BlocksRichText
      'blocks.quote': BlocksQuote
      'blocks.gallery': BlocksGallery
      'blocks.call-to-action': BlocksCallToAction
      'blocks.featured-articles': BlocksFeaturedArticles
      'blocks.code': BlocksCode
    }>
    seo: OnePart<SharedSeo>
    localizations: ToMany<Homepage>
  }
  input: {
    title: string
    lead?: string | null
    blocks?: (
      | ({ __component: 'blocks.hero' } & BlocksHero['input'] & { id?: number })
      | ({ __component: 'blocks.rich-text' } & BlocksRichText['input'] & { id?: number })
      | ({ __component: 'blocks.quote' } & BlocksQuote['input'] & { id?: number })
      | ({ __component: 'blocks.gallery' } & BlocksGallery['input'] & { id?: number })
      | ({ __component: 'blocks.call-to-action' } & BlocksCallToAction['input'] & { id?: number })
      | ({ __component: 'blocks.featured-articles' } & BlocksFeaturedArticles['input'] & { id?: number })
      | ({ __component: 'blocks.code' } & BlocksCode['input'] & { id?: number })
    )[]
    seo?: (SharedSeo['input'] & { id?: number }) | null
    publishedAt?: string | Date | null
    locale?: string | null
  }
}

/** Newsletter subscriber */
export interface NewsletterSubscriber {
  scalars: {
    email: string
    name: string | null
    subscribedAt: string | null
    confirmed: boolean | null
    interests: Json | null
    createdAt: string
    updatedAt: string
  }
  linked: {}
  input: {
    email: string
    name?: string | null
    subscribedAt?: string | Date | null
    confirmed?: boolean | null
    interests?: Json | null
  }
  unique: 'email'
}

/** Page */
export interface Page {
  scalars: {
    title: string
    slug: string
    intro: string | null
    createdAt: string
    updatedAt: string
    publishedAt: string | null
    locale: string
  }
  linked: {
    blocks: Zone<{
      'blocks.hero': BlocksHero
      'blocks.rich-text': BlocksRichText
      'blocks.quote': BlocksQuote
      'blocks.gallery': BlocksGallery
      'blocks.call-to-action': BlocksCallToAction
      'blocks.featured-articles': BlocksFeaturedArticles
      'blocks.code': BlocksCode
    }>
    seo: OnePart<SharedSeo>
    localizations: ToMany<Page>
  }
  input: {
    title: string
    slug: string
    intro?: string | null
    blocks?: (
      | ({ __component: 'blocks.hero' } & BlocksHero['input'] & { id?: number })
      | ({ __component: 'blocks.rich-text' } & BlocksRichText['input'] & { id?: number })
      | ({ __component: 'blocks.quote' } & BlocksQuote['input'] & { id?: number })
      | ({ __component: 'blocks.gallery' } & BlocksGallery['input'] & { id?: number })
      | ({ __component: 'blocks.call-to-action' } & BlocksCallToAction['input'] & { id?: number })
      | ({ __component: 'blocks.featured-articles' } & BlocksFeaturedArticles['input'] & { id?: number })
      | ({ __component: 'blocks.code' } & BlocksCode['input'] & { id?: number })
    )[]
    seo?: (SharedSeo['input'] & { id?: number }) | null
    publishedAt?: string | Date | null
    locale?: string | null
  }
  unique: 'slug'
}

/** Tag */
export interface Tag {
  scalars: {
    name: string
    slug: string
    createdAt: string
    updatedAt: string
    publishedAt: string | null
  }
  linked: {
    articles: ToMany<Article>
  }
  input: {
    name: string
    slug: string
    articles?: RelationListInput | null
    publishedAt?: string | Date | null
  }
  unique: 'name' | 'slug'
}

/** File */
export interface UploadFile {
  scalars: {
    name: string
    alternativeText: string | null
    caption: string | null
    width: number | null
    height: number | null
    formats: Json | null
    hash: string
    ext: string | null
    mime: string
    size: number
    url: string
    previewUrl: string | null
    provider: string
    provider_metadata: Json | null
    createdAt: string
    updatedAt: string
    placeholder?: { blur: string; color: string } | null
    focalPoint?: { x: number; y: number } | null
  }
  linked: {
    related: ToAny
  }
  input: {
    name: string
    alternativeText?: string | null
    caption?: string | null
    width?: number | null
    height?: number | null
    formats?: Json | null
    hash: string
    ext?: string | null
    mime: string
    size: number
    url: string
    previewUrl?: string | null
    provider: string
    provider_metadata?: Json | null
    related?: Json
    folder?: RelationInput
    folderPath: string
  }
}

/** SEO */
export interface SharedSeo {
  scalars: {
    metaTitle: string
    metaDescription: string | null
    keywords: string | null
  }
  linked: {
    metaImage: ToOne<UploadFile>
    metaSocial: ManyParts<SharedSocial>
  }
  input: {
    metaTitle: string
    metaDescription?: string | null
    keywords?: string | null
    metaImage?: number | null
    metaSocial?: (SharedSocial['input'] & { id?: number })[]
  }
}

/** Hero */
export interface BlocksHero {
  scalars: {
    heading: string
    text: string | null
  }
  linked: {
    image: ToOne<UploadFile>
  }
  input: {
    heading: string
    text?: string | null
    image?: number | null
  }
}

/** Rich text */
export interface BlocksRichText {
  scalars: {
    body: string
  }
  linked: {}
  input: {
    body: string
  }
}

/** Quote */
export interface BlocksQuote {
  scalars: {
    text: string
    source: string | null
  }
  linked: {}
  input: {
    text: string
    source?: string | null
  }
}

/** Gallery */
export interface BlocksGallery {
  scalars: {
    title: string | null
  }
  linked: {
    images: ToMany<UploadFile>
  }
  input: {
    title?: string | null
    images?: number[] | null
  }
}

/** Call to action */
export interface BlocksCallToAction {
  scalars: {
    heading: string
    text: string | null
  }
  linked: {
    link: OnePart<SharedLink>
  }
  input: {
    heading: string
    text?: string | null
    link?: (SharedLink['input'] & { id?: number }) | null
  }
}

/** Featured articles */
export interface BlocksFeaturedArticles {
  scalars: {
    heading: string | null
  }
  linked: {
    articles: ToMany<Article>
  }
  input: {
    heading?: string | null
    articles?: RelationListInput | null
  }
}

/** Code */
export interface BlocksCode {
  scalars: {
    language: string | null
    source: string
    caption: string | null
  }
  linked: {}
  input: {
    language?: string | null
    source: string
    caption?: string | null
  }
}

/** Link */
export interface SharedLink {
  scalars: {
    label: string
    url: string
    newTab: boolean | null
  }
  linked: {}
  input: {
    label: string
    url: string
    newTab?: boolean | null
  }
}

/** Folder */
export interface UploadFolder {
  scalars: {
    name: string
    pathId: number
    path: string
    createdAt: string
    updatedAt: string
  }
  linked: {
    parent: ToOne<UploadFolder>
    children: ToMany<UploadFolder>
    files: ToMany<UploadFile>
  }
  input: {
    name: string
    pathId: number
    parent?: RelationInput
    children?: RelationListInput | null
    files?: RelationListInput | null
    path: string
  }
  unique: 'pathId'
}

/** Social */
export interface SharedSocial {
  scalars: {
    network: 'facebook' | 'mastodon' | 'linkedin'
    title: string | null
    description: string | null
  }
  linked: {
    image: ToOne<UploadFile>
  }
  input: {
    network: 'facebook' | 'mastodon' | 'linkedin'
    title?: string | null
    description?: string | null
    image?: number | null
  }
}

/** Every content type, by the name in its address. */
export interface Content {
  collections: {
    articles: Article
    authors: Author
    categories: Category
    'newsletter-subscribers': NewsletterSubscriber
    pages: Page
    tags: Tag
  }
  singles: {
    homepage: Homepage
  }
  queries: {
    article: NamedQuery<'one', Article, { readonly fields: readonly ['title', 'summary']; readonly populate: { readonly author: { readonly fields: readonly ['name'] } } }, { readonly slug: string; readonly locale?: 'en' | 'fr' }>
    latest: NamedQuery<'list', Article, { readonly fields: readonly ['title']; readonly pagination: { readonly page: string; readonly pageSize: '3' } }, { readonly tags?: readonly string[]; readonly page?: number }>
  }
}
