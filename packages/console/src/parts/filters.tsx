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
  readonly isDay?: true
  /** The value that applies when the URL has none. */
  readonly getDefaultValue?: () => string
  readonly placeholder?: string
}

/** Returns a query parameter of the URL. Empty when it is absent. */
export function readQueryParameter(name: string): string {
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
          isDay,
          placeholder = '',
          required = false,
          getDefaultValue,
        } = filter
        const clearedFields = Object.fromEntries(clears.map((each) => [each, '']))
        const applyFilter = (value: string) => updateQuery({ ...clearedFields, [name]: value.trim(), at: '' })
        return (
          <Field label={label} key={name}>
            {(props) =>
              choices ? (
                <select
                  {...props}
                  value={readQueryParameter(name)}
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
                  value={readQueryParameter(name)}
                  onApply={applyFilter}
                  required={required}
                />
              ) : (
                <TextFilter
                  {...props}
                  isDay={isDay}
                  placeholder={placeholder}
                  value={readQueryParameter(name) || (getDefaultValue?.() ?? '')}
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
  value: selectedValue,
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
  const savedChoice = selectedValue === '' ? undefined : loadChoice(selectedValue)
  const needsLabel = selectedValue !== '' && !savedChoice && lookup.findLabel !== undefined
  const { results: foundLabel = '' } = useRequest(
    needsLabel ? `name ${address.value.path} ${field.id} ${userId} ${selectedValue}` : '',
    async (signal) => (await lookup.findLabel?.(selectedValue, userId, signal)) ?? '',
    [],
  )
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={userId}
      placeholder={emptyLabel}
      selected={selectedValue === '' ? undefined : (savedChoice ?? { label: foundLabel || selectedValue })}
      onSelect={({ value }) => onApply(String(value))}
      {...(required ? {} : { clear: () => onApply('') })}
    />
  )
}

/** Keeps the typed text, also when the list reloads, until it is applied or the URL changes. */
function TextFilter({
  value,
  onApply,
  isDay,
  placeholder,
  ...field
}: FieldProps & {
  readonly isDay: true | undefined
  readonly placeholder: string
  readonly value: string
  readonly onApply: (value: string) => void
}) {
  const [inputText, setInputText] = useState(value)
  useEffect(() => setInputText(value), [value])
  const input = {
    ...field,
    value: inputText,
    onInput: (event: ValueEvent) => setInputText(event.currentTarget.value),
    onChange: (event: ValueEvent) => onApply(event.currentTarget.value),
  }
  return isDay ? <input {...input} type="date" /> : <input {...input} placeholder={placeholder} />
}

interface ValueEvent {
  readonly currentTarget: { readonly value: string }
}
