/** The secret of a token, with a command that uses it, tried on the server. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TokenInfo } from '../../../../../src/admin-api/access-api.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { showError } from '../../../ui/overlays/toast.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'

export interface NewToken extends TokenInfo {
  readonly accessKey: string
}

interface TokenSecretProps {
  readonly token: NewToken
  readonly onClose: () => void
}

export function TokenSecret({ token, onClose }: TokenSecretProps): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const path = pathFor(token, types)
  return (
    <ShownOnce
      title={token.name}
      label={t('access.token')}
      secret={token.accessKey}
      note={t('access.tokenOnce')}
      onClose={onClose}
    >
      {path === undefined ? null : <Command path={path} accessKey={token.accessKey} />}
    </ShownOnce>
  )
}

/** A list that the token may read. */
function pathFor({ permissions }: TokenInfo, types: readonly TypeInfo[]): string | undefined {
  const readable = types.filter(({ uid, visible }) => permissions?.includes(`${uid}.find`) ?? visible)
  return readable.find(({ apiPath }) => apiPath !== null)?.apiPath ?? undefined
}

function Command({ path, accessKey }: { readonly path: string; readonly accessKey: string }): ReactNode {
  const { t, number } = useTexts()
  const [result, setResult] = useState<string>()
  const run = async () => {
    const start = performance.now()
    try {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${accessKey}` }, credentials: 'omit' })
      const { size } = await answer.blob()
      const values = { status: answer.status, bytes: number(size), time: number(Math.round(performance.now() - start)) }
      setResult(t('access.commandResult', values))
    } catch (error) {
      showError(error)
    }
  }
  const command = `curl ${location.origin}${path} -H "Authorization: Bearer ${accessKey}"`
  return (
    <div className="stack gap-2">
      <CopyBox label={t('access.command')} text={command} />
      <div className="row wrap gap-3">
        <Button size="small" icon="play" onClick={run}>
          {t('access.runCommand')}
        </Button>
        <span role="status">{result}</span>
      </div>
    </div>
  )
}
