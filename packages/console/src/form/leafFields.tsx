// Form inputs without nested fields: text, choice, number, look-up, checkbox and multiple choice.

import { Choices } from '../parts/choices.tsx'
import { Field, type FieldProps } from '../parts/field.tsx'
import { Picture } from '../parts/picture.tsx'
import { networkName } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'
import { known } from './chosen.ts'
import type { Members, Value } from './draft.ts'
import { helpOf, labelOf } from './fieldWords.ts'
import type { Lookup } from './lookup.ts'
import { LookupBox } from './lookupBox.tsx'
import type { Schema } from './schema.ts'
import type { Surrounding } from './surrounding.ts'

export interface MemberProps {
  readonly path: string
  readonly schema: Schema
  readonly value: Value | undefined
  readonly required: boolean
  /** Draft of the group that contains the field. */
  readonly group?: Members
  readonly around: Surrounding
  change(value: Value): void
}

type Inner = MemberProps & { readonly field: FieldProps }

export function Plain({ path, schema, value, change, field, group }: Inner) {
  const text = typeof value === 'string' ? value : ''
  const take = (event: { readonly currentTarget: { readonly value: string } }) =>
    change(event.currentTarget.value)
  const choices = schema.enum?.map((each) => [each, choiceText(each)] as const) ?? pinnable(path, group)
  if (choices)
    return (
      <select {...field} value={text} onChange={take}>
        <option value="">–</option>
        {choices.map(([value, word]) => (
          <option value={value} key={value}>
            {word}
          </option>
        ))}
      </select>
    )
  if ((schema.maxLength ?? 0) >= 600 && schema.format !== 'uri')
    return <textarea {...field} value={text} onInput={take} />
  if (schema.format === 'date') return <input {...field} type="date" value={text} onInput={take} />
  const isFigure = schema.type === 'number' || schema.type === 'integer'
  const keys = isFigure ? 'decimal' : schema.format === 'uri' ? 'url' : 'text'
  return <input {...field} inputMode={keys} value={text} onInput={take} />
}

function choiceText(choice: string): string {
  return networkName(choice) ?? sentence(choice).replace('Youtube', 'YouTube')
}

/**
 * Lists the texts of an ad that can be pinned to the first position, by their index among the submitted
 * texts.
 */
function pinnable(path: string, group: Members = {}): (readonly [string, string])[] | undefined {
  const [, name] = /(\w+)IndexToPinFirstSlot$/.exec(path) ?? []
  if (name === undefined) return undefined
  const texts = group[`${name}s`]
  return (Array.isArray(texts) ? texts.map(String) : [])
    .filter((text) => text !== '')
    .map((text, index) => [String(index), text])
}

export function Chosen({ value, change, field, lookup, around }: Inner & { readonly lookup: Lookup }) {
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={around.userId}
      chosen={typeof value === 'string' && value !== '' ? known(value) : undefined}
      choose={(choice) => change(choice.value)}
      clear={() => change('')}
    />
  )
}

export function Chip({ value, remove }: { readonly value: Value; readonly remove: () => void }) {
  const { label, picture } = known(value)
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

export function Check(props: MemberProps) {
  const { path, value, change, around } = props
  return (
    // A checkbox is never optional, because an unset one is an answer as well.
    <Field label={labelOf({ ...props, required: true })} help={helpOf(props)} error={around.errorOf(path)}>
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

export function Several({
  items,
  choices,
  ...props
}: MemberProps & { readonly items: readonly Value[]; readonly choices: readonly string[] }) {
  const { path, change, around } = props
  return (
    <Choices
      legend={labelOf(props)}
      help={helpOf(props)}
      error={around.errorOf(path)}
      offered={choices}
      wordOf={choiceText}
      chosen={items}
      change={change}
    />
  )
}
