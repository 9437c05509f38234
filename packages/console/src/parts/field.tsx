import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

/** One question of a form: its label above, what helps below, and what is wrong in the service's own words. */
export function Field({
  label,
  help = '',
  error = '',
  children,
}: {
  readonly label: string
  readonly help?: string
  readonly error?: string
  readonly children: (props: FieldProps) => ComponentChildren
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': error !== '' })}
      <div id={`${id}-help`}>
        <Wrong error={error} />
        {help !== '' && <small>{help}</small>}
      </div>
    </div>
  )
}

/** What the service says is wrong with an answer; nothing while it says nothing. */
export function Wrong({ error }: { readonly error: string }) {
  if (error === '') return null
  return (
    <p class="error" role="alert">
      {error}
    </p>
  )
}
