// Filters of a list. They are part of the URL, and a change returns to the first page.

import { useEffect, useState } from 'preact/hooks'
import { address, ask } from '../address/address.ts'
import { useAsking } from '../calls/read.ts'
import { kept } from '../form/chosen.ts'
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
  readonly choices?: readonly (readonly [value: string, word: string])[]
  readonly lookup?: Lookup
  /** The user whose records the look-up finds. */
  readonly userId?: string
  /** Filters that a change of this one resets. */
  readonly clears?: readonly string[]
  /** The text that is shown without a choice. */
  readonly all?: string
  /** Whether the list needs a choice. The choice can be replaced but not removed. */
  readonly required?: true
  readonly day?: true
  /** The value that applies when the URL has none. */
  readonly preset?: () => string
  readonly placeholder?: string
}

/** Returns a query parameter of the URL. Empty when it is absent. */
export function asked(name: string): string {
  return (address.value.query.get(name) ?? '').trim()
}

/** Removes the empty fields of a body. */
export function given<Members extends Readonly<Record<string, string>>>(members: Members): Partial<Members> {
  // The cast is safe, because an object without some fields is a partial one.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '')) as Partial<Members>
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
          all = 'All',
          day,
          placeholder = '',
          required = false,
          preset,
        } = filter
        const cleared = Object.fromEntries(clears.map((each) => [each, '']))
        const take = (value: string) => ask({ ...cleared, [name]: value.trim(), at: '' })
        return (
          <Field label={label} key={name}>
            {(props) =>
              choices ? (
                <select {...props} value={asked(name)} onChange={(event) => take(event.currentTarget.value)}>
                  <option value="">{all}</option>
                  {choices.map(([value, word]) => (
                    <option value={value} key={value}>
                      {word}
                    </option>
                  ))}
                </select>
              ) : lookup ? (
                <Named
                  field={props}
                  lookup={lookup}
                  userId={userId}
                  all={all}
                  given={asked(name)}
                  take={take}
                  required={required}
                />
              ) : (
                <Line
                  {...props}
                  day={day}
                  placeholder={placeholder}
                  given={asked(name) || (preset?.() ?? '')}
                  take={take}
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
function Named({
  field,
  lookup,
  userId,
  all,
  given,
  take,
  required,
}: {
  readonly required: boolean
  readonly field: FieldProps
  readonly lookup: Lookup
  readonly userId: string
  readonly all: string
  readonly given: string
  readonly take: (value: string) => void
}) {
  const chosenHere = given === '' ? undefined : kept(given)
  const isUnnamed = given !== '' && !chosenHere && lookup.labelOf !== undefined
  const { results: found = '' } = useAsking(
    isUnnamed ? `name ${address.value.path} ${field.id} ${userId} ${given}` : '',
    async (signal) => (await lookup.labelOf?.(given, userId, signal)) ?? '',
    [],
  )
  return (
    <LookupBox
      field={field}
      lookup={lookup}
      userId={userId}
      placeholder={all}
      chosen={given === '' ? undefined : (chosenHere ?? { label: found || given })}
      choose={({ value }) => take(String(value))}
      {...(required ? {} : { clear: () => take('') })}
    />
  )
}

/** Keeps the typed text, also when the list reloads, until it is applied or the URL changes. */
function Line({
  given,
  take,
  day,
  placeholder,
  ...field
}: FieldProps & {
  readonly day: true | undefined
  readonly placeholder: string
  readonly given: string
  readonly take: (value: string) => void
}) {
  const [typed, setTyped] = useState(given)
  useEffect(() => setTyped(given), [given])
  const input = {
    ...field,
    value: typed,
    onInput: (event: Typing) => setTyped(event.currentTarget.value),
    onChange: (event: Typing) => take(event.currentTarget.value),
  }
  return day ? <input {...input} type="date" /> : <input {...input} placeholder={placeholder} />
}

interface Typing {
  readonly currentTarget: { readonly value: string }
}
