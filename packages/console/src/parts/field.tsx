import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

/** A labelled form field with help text and the error message of the service. */
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
        <FieldError error={error} />
        {help !== '' && <small>{help}</small>}
      </div>
    </div>
  )
}

/** Shows the error of a field. Renders nothing without an error. */
export function FieldError({ error }: { readonly error: string }) {
  if (error === '') return null
  return (
    <p class="error" role="alert">
      {error}
    </p>
  )
}
