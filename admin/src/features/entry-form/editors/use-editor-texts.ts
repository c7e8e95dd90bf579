import { useMemo } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { RichEditorTexts } from '../../../ui/editors/rich-toolbar.tsx'

export function useEditorTexts(name: string): RichEditorTexts {
  const { t } = useTexts()
  return useMemo(
    () => ({
      toolbar: t('form.toolbar', { name }),
      block: t('form.blockKind'),
      paragraph: t('form.paragraph'),
      heading: level => t('form.heading', { level }),
      bulletList: t('form.bulletList'),
      numberedList: t('form.numberedList'),
      quote: t('form.quote'),
      codeBlock: t('form.codeBlock'),
      bold: t('form.bold'),
      italic: t('form.italic'),
      underline: t('form.underline'),
      strikethrough: t('form.strikethrough'),
      code: t('form.code'),
      link: t('form.link'),
      image: t('form.image'),
      rule: t('form.rule'),
    }),
    [t, name],
  )
}
