/** The name and the logo that the panel shows for the project. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { ProjectSettings } from '../../../../../src/admin-api/settings/project-api.ts'
import { call } from '../../../api/call.ts'
import { initQuery } from '../../../api/queries.ts'
import { byteText } from '../../../api/size-text.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Brand } from '../../../ui/display/brand.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery, useChanged } from '../shared/settings-query.ts'
import { bytesAsBase64 } from './file-text.ts'

const projectQuery = settingsQuery(['project'], options => call('GET /settings/project', options))

export function ProjectPage(): ReactNode {
  return (
    <SettingsFrame place={SETTINGS_PLACES.project}>
      <Loaded query={useQuery(projectQuery)} lines={6}>
        {project => <ProjectForm project={project} />}
      </Loaded>
    </SettingsFrame>
  )
}

/** A logo that is chosen but not saved yet. */
interface ChosenLogo {
  readonly data: string
  /** For the picture. */
  readonly url: string
}

function ProjectForm({ project }: { readonly project: ProjectSettings }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [logo, setLogo] = useState<ChosenLogo | null>()
  const form = useSubmit(async ({ name = '' }) => {
    const body = { name: name.trim() === '' ? null : name, ...(logo === undefined ? {} : { logo: logo?.data ?? null }) }
    await call('PUT /settings/project', { body })
    await changed(t('server.projectSaved'), initQuery.queryKey)
    setLogo(undefined)
  })
  const shown = logo === undefined ? project.logo : (logo?.url ?? null)
  return (
    <SettingsForm form={form} isColumn>
      <TextField
        label={t('server.projectName')}
        name="name"
        placeholder={project.folderName}
        hint={t('server.projectNameHint')}
        defaultValue={project.name ?? ''}
        error={form.problems.name}
      />
      <LogoChoice shown={shown} limit={project.logoLimit} error={form.problems.logo} onChoose={setLogo} />
    </SettingsForm>
  )
}

interface LogoChoiceProps {
  /** Its address; `null` if there is none. */
  readonly shown: string | null
  readonly limit: number
  readonly error: string | undefined
  readonly onChoose: (logo: ChosenLogo | null) => void
}

function LogoChoice({ shown, limit, error, onChoose }: LogoChoiceProps): ReactNode {
  const { t, number } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const size = byteText(limit, number)
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setTooLarge(file.size > limit)
    if (file.size <= limit) onChoose({ data: await bytesAsBase64(file), url: URL.createObjectURL(file) })
  }
  const remove = () => {
    setTooLarge(false)
    onChoose(null)
  }
  return (
    <fieldset className="stack gap-2">
      <legend className="heavy">{t('server.logo')}</legend>
      <p className="small soft">{t('server.logoHint', { size })}</p>
      {tooLarge ? <Notice look="error">{t('server.logoTooLarge', { size })}</Notice> : null}
      {error === undefined ? null : <Notice look="error">{error}</Notice>}
      <div className="row wrap gap-3">
        <Brand brand={{ logo: shown }} size={48}>
          {null}
        </Brand>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t('server.chooseLogo')}
        </Button>
        {shown === null ? null : <Button onClick={remove}>{t('server.removeLogo')}</Button>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
        aria-label={t('server.logo')}
        hidden
        onChange={event => {
          choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
