import { useEffect } from 'react'
import { usePreferences } from '../../api/preferences.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { isLanguage } from '../../i18n/languages.ts'
import { useColorTheme } from '../../ui/theme/color-theme.ts'

/** Gives this browser the language and the theme that the person has chosen in another one. */
export function useStoredLooks(): void {
  const [{ language, theme }] = usePreferences()
  const { language: current, setLanguage } = useTexts()
  const [currentTheme, setTheme] = useColorTheme()
  useEffect(() => {
    if (isLanguage(language) && language !== current) setLanguage(language)
  }, [language, current, setLanguage])
  useEffect(() => {
    if (theme !== undefined && theme !== currentTheme) setTheme(theme)
  }, [theme, currentTheme, setTheme])
}
