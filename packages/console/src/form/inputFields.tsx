// Form inputs without nested fields: text, choice, number, look-up, checkbox and multiple choice.

import { Choices } from '../parts/choices.tsx'
import { Field, type FieldProps } from '../parts/field.tsx'
import { Picture } from '../parts/picture.tsx'
import { findNetworkName } from '../words/platforms.ts'
import { formatCode } from '../words/statuses.ts'
import { describeValue } from './choiceStore.ts'
import type { DraftFields, Value } from './draft.ts'
import { findHelp, formatLabel } from './fieldLabels.ts'
import type { FormContext } from './formContext.ts'
import type { Lookup } from './lookup.ts'
import { LookupBox } from './lookupBox.tsx'
import type { Schema } from './schema.ts'

export interface SchemaFieldProps {
  readonly path: string
  readonly schema: Schema
  readonly value: Value | undefined
  readonly required: boolean
  /** Draft of the group that contains the field. */
  readonly group?: DraftFields
  readonly form: FormContext
  change(value: Value): void
}

type InputProps = SchemaFieldProps & { readonly field: FieldProps }

export function PlainInput({ path, schema, value, change, field, group }: InputProps) {
  const text = typeof value === 'string' ? value : ''
  const handleChange = (event: { readonly currentTarget: { readonly value: string } }) =>
    change(event.currentTarget.value)
  const options =
    schema.enum?.map((each) => [each, formatChoice(each)] as const) ?? listPinnableTexts(path, group)
  if (options)
    return (
      <select {...field} value={text} onChange={handleChange}>
        <option value="">–</option>
        {options.map(([value, label]) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </select>
    )
  if ((schema.maxLength ?? 0) >= 600 && schema.format !== 'uri')
    return <textarea {...field} value={text} onInput={handleChange} />
  if (schema.format === 'date') return <input {...field} type="date" value={text} onInput={handleChange} />
  const isNumeric = schema.type === 'number' || schema.type === 'integer'
  const inputMode = isNumeric ? 'decimal' : schema.format === 'uri' ? 'url' : 'text'
  return <input {...field} inputMode={inputMode} value={text} onInput={handleChange} />
}

function formatChoice(choice: string): string {
  return findNetworkName(choice) ?? formatCode(choice).replace('Youtube', 'YouTube')
}

/**
 * Lists the texts of an ad that can be pinned to the first position, by their index among the submitted
 * texts.
 */
function listPinnableTexts(path: string, group: DraftFields = {}): (readonly [string, string])[] | undefined {
  const [, name] = /(\w+)IndexToPinFirstSlot$/.exec(path) ?? []
  if (name === undefined) return undefined
  const texts = group[`${name}s`]
  return (Array.isArray(texts) ? texts.map(String) : [])
    .filter((text) => text !== '')
    .map((text, index) => [String(index), text])
}

export function LookupInput({
  value,
  change,
  field,
  lookup,
  form,
}: InputProps & { readonly lookup: Lookup }) {
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={form.userId}
      selected={typeof value === 'string' && value !== '' ? describeValue(value) : undefined}
      onSelect={(choice) => change(choice.value)}
      clear={() => change('')}
    />
  )
}

export function Chip({ value, remove }: { readonly value: Value; readonly remove: () => void }) {
  const { label, picture } = describeValue(value)
  return (
    <li class="badge">
      {picture !== undefined && <Picture src={picture} />}
      <span>{label}</span>
      <button type="button" class="plain small" aria-label={`Remove ${label}`} onClick={remove}>
        ×
      </button>
    </li>
  )
}

export function CheckboxField(props: SchemaFieldProps) {
  const { path, value, change, form } = props
  return (
    // A checkbox is never optional, because an unset one is an answer as well.
    <Field
      label={formatLabel({ ...props, required: true })}
      help={findHelp(props)}
      error={form.getFieldError(path)}
    >
      {(field) => (
        <input
          {...field}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      )}
    </Field>
  )
}

export function MultiChoiceField({
  items,
  choices,
  ...props
}: SchemaFieldProps & { readonly items: readonly Value[]; readonly choices: readonly string[] }) {
  const { path, change, form } = props
  return (
    <Choices
      legend={formatLabel(props)}
      help={findHelp(props)}
      error={form.getFieldError(path)}
      options={choices}
      formatLabel={formatChoice}
      selected={items}
      change={change}
    />
  )
}
