/** The words of a mail, with the mail itself below while somebody types. */
import { type ReactNode, useState } from 'react'
import type { MailTemplateInfo, MailTemplateText } from '../../../../../src/admin-api/settings/mail-api.ts'
import { call } from '../../../api/call.ts'
import { problemsOf, useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsFields, SettingsForm } from '../../../ui/page/settings-form.tsx'
import codeStyles from '../shared/code-area.module.css'
import { useChanged } from '../shared/settings-query.ts'
import { VARIABLES } from './mail-templates.ts'
import { TemplatePreview, usePreview } from './template-preview.tsx'

export interface TemplateFormProps {
  readonly template: MailTemplateInfo
  readonly readOnly: boolean
  /** Further buttons. */
  readonly actions: ReactNode
}

export function TemplateForm({ template, readOnly, actions }: TemplateFormProps): ReactNode {
  const { t, problemText } = useTexts()
  const changed = useChanged()
  const { name } = template
  const [text, setText] = useState<MailTemplateText>(() => textOf(template))
  const preview = usePreview(name, text)
  const form = useSubmit(async () => {
    await call('PUT /settings/email-templates/:name', { params: { name }, body: text })
    await changed(t('mail.templateSaved'))
  })
  // The preview refuses what would not be saved, also while somebody types.
  const problems = problemsOf(preview.error, problemText)
  const isMended = Object.keys(form.problems).length > 0 && preview.error === null
  const field = (part: keyof MailTemplateText) => ({
    ...{ name: part, value: text[part], error: problems[part], autoComplete: 'off' },
    onChange: (value: string) => setText(before => ({ ...before, [part]: value })),
  })
  return (
    <>
      <SettingsForm
        form={isMended ? { ...form, error: undefined } : form}
        isColumn
        readOnly={readOnly}
        actions={actions}
      >
        <SettingsFields>
          <TextField {...field('fromName')} label={t('mail.fromName')} />
          <TextField {...field('fromEmail')} label={t('mail.fromEmail')} hint={t('mail.fromEmailHint')} />
          <TextField {...field('replyTo')} label={t('mail.replyTo')} hint={t('mail.replyToHint')} />
        </SettingsFields>
        <TextField {...field('subject')} label={t('mail.subject')} required />
        <div className={codeStyles.code}>
          <TextArea {...field('message')} label={t('mail.message')} hint={t('mail.messageHint')} rows={12} required />
        </div>
        <Variables names={template.variables} />
      </SettingsForm>
      <TemplatePreview preview={preview} />
    </>
  )
}

function Variables({ names }: { readonly names: readonly string[] }): ReactNode {
  const { t } = useTexts()
  const meaning = (name: string) => (VARIABLES[name] === undefined ? '' : t(VARIABLES[name]))
  return (
    <details>
      <summary className="small">{t('mail.variables')}</summary>
      <div className="above-2">
        <Facts inset facts={names.map(name => [meaning(name), <code key={name}>{`<%= ${name} %>`}</code>] as const)} />
      </div>
    </details>
  )
}

function textOf({ fromName, fromEmail, replyTo, subject, message }: MailTemplateText): MailTemplateText {
  return { fromName, fromEmail, replyTo, subject, message }
}
