import { Field } from './field.tsx'

/** A form field with a single line of text. */
export function TextField({
  label,
  help = '',
  error = '',
  value,
  change,
  ...input
}: {
  readonly label: string
  readonly help?: string
  readonly error?: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly inputMode?: 'numeric' | 'decimal' | 'url' | 'email'
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(props) => (
        <input {...props} {...input} value={value} onInput={(event) => change(event.currentTarget.value)} />
      )}
    </Field>
  )
}
