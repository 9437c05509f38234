// Filters of a list. They are part of the URL, and a change returns to the first page.

import { useEffect, useState } from 'preact/hooks'
import { address, updateQuery } from '../address/address.ts'
import { useRequest } from '../calls/read.ts'
import { loadChoice } from '../form/choiceStore.ts'
import type { Lookup } from '../form/lookup.ts'
import { LookupBox } from '../form/lookupBox.tsx'
import { Field, type FieldProps } from './field.tsx'

export interface Filter {
  /** Name of the query parameter. */
  readonly name: string
  readonly label: string
  /**
   * With choices, the filter is a list of values and labels. With a look-up, it is found by name. Otherwise
   * it is a text or a day.
   */
  readonly choices?: readonly (readonly [value: string, label: string])[]
  readonly lookup?: Lookup
  /** The user whose records the look-up finds. */
  readonly userId?: string
  /** Filters that a change of this one resets. */
  readonly clears?: readonly string[]
  /** The text that is shown without a choice. */
  readonly emptyLabel?: string
  /** Whether the list needs a choice. The choice can be replaced but not removed. */
  readonly required?: true
  readonly day?: true
  /** The value that applies when the URL has none. */
  readonly preset?: () => string
  readonly placeholder?: string
}

/** Returns a query parameter of the URL. Empty when it is absent. */
export function readQuery(name: string): string {
  return (address.value.query.get(name) ?? '').trim()
}

/** Removes the empty fields of a body. */
export function omitEmpty<Fields extends Readonly<Record<string, string>>>(fields: Fields): Partial<Fields> {
  // The cast is safe, because an object without some fields is a partial one.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>
}

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  return (
    <form class="row fields filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map((filter) => {
        const {
          name,
          label,
          choices,
          lookup,
          userId = '',
          clears = [],
          emptyLabel = 'All',
          day,
          placeholder = '',
          required = false,
          preset,
        } = filter
        const clearedFields = Object.fromEntries(clears.map((each) => [each, '']))
        const applyFilter = (value: string) => updateQuery({ ...clearedFields, [name]: value.trim(), at: '' })
        return (
          <Field label={label} key={name}>
            {(props) =>
              choices ? (
                <select
                  {...props}
                  value={readQuery(name)}
                  onChange={(event) => applyFilter(event.currentTarget.value)}
                >
                  <option value="">{emptyLabel}</option>
                  {choices.map(([value, optionLabel]) => (
                    <option value={value} key={value}>
                      {optionLabel}
                    </option>
                  ))}
                </select>
              ) : lookup ? (
                <LookupFilter
                  field={props}
                  lookup={lookup}
                  userId={userId}
                  emptyLabel={emptyLabel}
                  value={readQuery(name)}
                  onApply={applyFilter}
                  required={required}
                />
              ) : (
                <TextFilter
                  {...props}
                  day={day}
                  placeholder={placeholder}
                  value={readQuery(name) || (preset?.() ?? '')}
                  onApply={applyFilter}
                />
              )
            }
          </Field>
        )
      })}
    </form>
  )
}

/** Shows the name of a record whose id is in the URL. */
function LookupFilter({
  field,
  lookup,
  userId,
  emptyLabel,
  value: given,
  onApply,
  required,
}: {
  readonly required: boolean
  readonly field: FieldProps
  readonly lookup: Lookup
  readonly userId: string
  readonly emptyLabel: string
  readonly value: string
  readonly onApply: (value: string) => void
}) {
  const savedChoice = given === '' ? undefined : loadChoice(given)
  const needsLabel = given !== '' && !savedChoice && lookup.findLabel !== undefined
  const { results: foundLabel = '' } = useRequest(
    needsLabel ? `name ${address.value.path} ${field.id} ${userId} ${given}` : '',
    async (signal) => (await lookup.findLabel?.(given, userId, signal)) ?? '',
    [],
  )
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={userId}
      placeholder={emptyLabel}
      selected={given === '' ? undefined : (savedChoice ?? { label: foundLabel || given })}
      onSelect={({ value }) => onApply(String(value))}
      {...(required ? {} : { clear: () => onApply('') })}
    />
  )
}

/** Keeps the typed text, also when the list reloads, until it is applied or the URL changes. */
function TextFilter({
  value,
  onApply,
  day,
  placeholder,
  ...field
}: FieldProps & {
  readonly day: true | undefined
  readonly placeholder: string
  readonly value: string
  readonly onApply: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const input = {
    ...field,
    value: typed,
    onInput: (event: ValueEvent) => setTyped(event.currentTarget.value),
    onChange: (event: ValueEvent) => onApply(event.currentTarget.value),
  }
  return day ? <input {...input} type="date" /> : <input {...input} placeholder={placeholder} />
}

interface ValueEvent {
  readonly currentTarget: { readonly value: string }
}
