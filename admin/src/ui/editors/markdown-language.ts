/** Markdown for the editor, without the languages that can be part of it: they weigh more than the rest. */
import { defineLanguageFacet, Language, LanguageSupport, languageDataProp } from '@codemirror/language'
import { GFM, parser } from '@lezer/markdown'

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } })

export const markdownParser = parser.configure([GFM])

export function markdownLanguage(): LanguageSupport {
  const configured = markdownParser.configure({ props: [languageDataProp.add({ Document: data })] })
  return new LanguageSupport(new Language(data, configured, [], 'markdown'))
}
