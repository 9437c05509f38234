import { Field } from '../parts/field.tsx'

/** Input of an API key. The browser hides the text, and neither completes nor checks it. */
export function ApiKeyField({
  name,
  apiKey,
  error,
  change,
}: {
  /** Name of the input, for password managers. */
  readonly name?: string
  readonly apiKey: string
  readonly error: string
  readonly change: (apiKey: string) => void
}) {
  return (
    <Field label="API key" error={error}>
      {(props) => (
        <input
          {...props}
          type="password"
          name={name}
          autocomplete="off"
          spellcheck={false}
          placeholder="adr_…"
          value={apiKey}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
