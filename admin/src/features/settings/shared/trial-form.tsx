/** A form that tries whether something works, and shows what came of it. */
import { type ReactNode, useState } from 'react'
import { type Submit, useSubmit } from '../../../forms/use-submit.ts'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'

export interface TrialFormProps<Result> {
  readonly title: string
  readonly submitLabel: string
  readonly attempt: (values: Readonly<Record<string, string>>) => Promise<{ readonly data: Result }>
  readonly shown: (result: Result) => ReactNode
  readonly children: (problems: Submit['problems']) => ReactNode
}

export function TrialForm<Result>({ attempt, shown, children, ...words }: TrialFormProps<Result>): ReactNode {
  const [result, setResult] = useState<Result>()
  const form = useSubmit(async values => {
    setResult(undefined)
    const { data } = await attempt(values)
    setResult(() => data)
  })
  return (
    <SettingsForm
      {...words}
      form={form}
      isColumn
      look="plain"
      after={
        <div role="status" className="above-3">
          {result === undefined ? null : shown(result)}
        </div>
      }
    >
      {children(form.problems)}
    </SettingsForm>
  )
}
