// What a list is narrowed by. It stands in the address, and a change begins at the first page.

import { address, ask } from '../address/address.ts'
import { Field } from './field.tsx'

export interface Filter {
  /** The member of the address. */
  readonly name: string
  readonly label: string
  /** With choices it is one of them, by value and word; else a text, or a day. */
  readonly choices?: readonly (readonly [value: string, word: string])[]
  /** What is shown where nothing was chosen. */
  readonly all?: string
  readonly day?: true
  readonly placeholder?: string
}

/** What the address says of a filter; empty when it says nothing. */
export function asked(name: string): string {
  return (address.value.query.get(name) ?? '').trim()
}

/** The members of a body that the address fills, without those that are empty. */
export function given<Members extends Readonly<Record<string, string>>>(members: Members): Partial<Members> {
  // Leaving members out is what a partial of them is.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '')) as Partial<Members>
}

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  return (
    <form class="row fields filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map(({ name, label, choices, all = 'All', day, placeholder = '' }) => {
        const take = (event: { readonly currentTarget: { readonly value: string } }) =>
          ask({ [name]: event.currentTarget.value.trim(), at: '' })
        return (
          <Field label={label} key={name}>
            {(props) =>
              choices ? (
                <select {...props} value={asked(name)} onChange={take}>
                  <option value="">{all}</option>
                  {choices.map(([value, word]) => (
                    <option value={value} key={value}>
                      {word}
                    </option>
                  ))}
                </select>
              ) : day ? (
                <input {...props} type="date" value={asked(name)} onChange={take} />
              ) : (
                <input {...props} placeholder={placeholder} value={asked(name)} onChange={take} />
              )
            }
          </Field>
        )
      })}
    </form>
  )
}
