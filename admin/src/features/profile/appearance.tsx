import type { ReactNode } from 'react'
import { usePreferences } from '../../api/preferences.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { isLanguage, LANGUAGES } from '../../i18n/languages.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { Card } from '../../ui/page/page.tsx'
import { SettingsFields } from '../../ui/page/settings-form.tsx'
import { type ColorTheme, useColorTheme } from '../../ui/theme/color-theme.ts'

/** Takes effect at once; stored for the person, and in this browser for the sign-in page. */
export function Appearance(): ReactNode {
  const { t, language, setLanguage } = useTexts()
  const [theme, setTheme] = useColorTheme()
  const [, change] = usePreferences()
  return (
    <Card title={t('settings.experience')}>
      <SettingsFields>
        <Select
          label={t('common.language')}
          hint={t('settings.languageHint')}
          options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={value => {
            if (!isLanguage(value)) return
            setLanguage(value)
            change({ language: value })
          }}
        />
        <Select
          label={t('settings.theme')}
          options={[
            { value: 'auto', label: t('settings.themeAuto') },
            { value: 'light', label: t('settings.themeLight') },
            { value: 'dark', label: t('settings.themeDark') },
          ]}
          value={theme}
          onChange={value => {
            setTheme(value as ColorTheme)
            change({ theme: value as ColorTheme })
          }}
        />
      </SettingsFields>
    </Card>
  )
}
