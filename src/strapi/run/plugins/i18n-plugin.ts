/** `strapi.plugin('i18n')` */
import { ISO_LOCALES } from '../../../content/locales/iso-locales.ts'
import { LOCALE_UID } from '../../../schema/schema.ts'
import { onlyMembers } from '../entities/not-supported.ts'
import type { PluginParts, StrapiEntities, StrapiModel } from '../strapi-types.ts'

type Values = Readonly<Record<string, unknown>>

export function i18nPlugin({ db, store }: StrapiEntities): PluginParts {
  const name = `strapi.plugin('i18n').service`
  const locales = localeService(() => db.query(LOCALE_UID), store)
  return {
    services: {
      locales: onlyMembers(locales, `${name}('locales')`),
      'iso-locales': onlyMembers(
        { getIsoLocales: () => [...ISO_LOCALES].map(([code, name]) => ({ code, name })) },
        `${name}('iso-locales')`,
      ),
      'content-types': onlyMembers(typeService(locales), `${name}('content-types')`),
    },
    config: {},
  }
}

function localeService(query: () => ReturnType<StrapiEntities['db']['query']>, store: StrapiEntities['store']) {
  const kept = store({ type: 'plugin', name: 'i18n' })
  const locales = {
    find: (params: Values = {}) => query().findMany({ where: params }),
    findById: (id: unknown) => query().findOne({ where: { id } }),
    findByCode: (code: string) => query().findOne({ where: { code } }),
    count: (params: Values = {}) => query().count({ where: params }),
    create: (locale: Values) => query().create({ data: locale }),
    update: (params: Values, updates: Values) => query().update({ where: params, data: updates }),
    setDefaultLocale: ({ code }: { code: string }) => kept.set({ key: 'default_locale', value: code }),
    getDefaultLocale: (): Promise<string> => kept.get({ key: 'default_locale' }),
    setIsDefault: async (given: Values | readonly Values[] | null) => {
      if (given === null || given === undefined) return given
      const main = await locales.getDefaultLocale()
      const marked = (locale: Values) => ({ ...locale, isDefault: locale.code === main })
      return Array.isArray(given) ? given.map(marked) : marked(given as Values)
    },
  }
  return locales
}

function typeService(locales: ReturnType<typeof localeService>) {
  const isLocalizedContentType = ({ pluginOptions }: StrapiModel) => isLocalized(pluginOptions)
  const localized = ({ attributes }: StrapiModel) =>
    Object.entries(attributes).flatMap(([name, { pluginOptions }]) => (isLocalized(pluginOptions) ? [name] : []))
  return {
    isLocalizedContentType,
    getLocalizedAttributes: localized,
    getNonLocalizedAttributes: (model: StrapiModel) =>
      Object.keys(model.attributes).filter(name => !localized(model).includes(name)),
    getValidLocale: async (code: string | null | undefined) => {
      if (code === null || code === undefined) return locales.getDefaultLocale()
      if ((await locales.findByCode(code)) === null) throw new Error('Locale not found')
      return code
    },
  }
}

function isLocalized(options: unknown): boolean {
  return (options as { i18n?: { localized?: unknown } } | undefined)?.i18n?.localized === true
}
