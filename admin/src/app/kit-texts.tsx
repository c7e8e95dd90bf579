/** The texts of the panel, with those that the kit's components say by themselves. */
import { type ReactNode, useMemo } from 'react'
import { type I18n, type I18nProps, I18nProvider, useTexts } from '../i18n/i18n.tsx'
import { type UiTexts, UiTextsProvider } from '../ui/theme/ui-texts.ts'

export function PanelTexts({ children, ...loaders }: I18nProps): ReactNode {
  return (
    <I18nProvider {...loaders}>
      <KitTexts>{children}</KitTexts>
    </I18nProvider>
  )
}

function KitTexts({ children }: Pick<I18nProps, 'children'>): ReactNode {
  const i18n = useTexts()
  const texts = useMemo(() => kitTexts(i18n), [i18n])
  return <UiTextsProvider value={texts}>{children}</UiTextsProvider>
}

function kitTexts(i18n: I18n): UiTexts {
  const { t, count, number, errorText } = i18n
  return {
    cancel: t('common.cancel'),
    close: t('common.close'),
    save: t('common.save'),
    discard: t('common.discard'),
    leaveTitle: t('common.leaveTitle'),
    leaveText: t('common.leaveText'),
    loading: t('common.loading'),
    loadFailed: t('common.loadFailed'),
    partFailed: t('common.partFailed'),
    retry: t('common.retry'),
    messages: t('common.messages'),
    showPassword: t('common.showPassword'),
    pages: t('common.pages'),
    previousPage: t('common.previousPage'),
    nextPage: t('common.nextPage'),
    pageSize: t('common.pageSize'),
    copy: what => t('common.copy', { what }),
    copied: what => t('common.copied', { what }),
    goToPage: page => t('common.goToPage', { page: number(page) }),
    results: found => count('shell.paletteFound', found),
    errorText,
  }
}
