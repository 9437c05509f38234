import { useState } from 'preact/hooks'
import { address } from '../address/address.ts'
import { useAsking } from '../calls/read.ts'
import type { FieldProps } from '../parts/field.tsx'
import { Picture } from '../parts/picture.tsx'
import { Failure } from '../parts/states.tsx'
import { remember } from './chosen.ts'
import type { Choice, Lookup } from './lookup.ts'

/** Types a part of a name and chooses from what is found. */
export function LookupBox({
  field,
  lookup,
  userId,
  choose,
}: {
  readonly field: FieldProps
  readonly lookup: Lookup
  readonly userId: string
  readonly choose: (choice: Choice) => void
}) {
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const text = query.trim()
  const isAsked = isOpen && (!lookup.typed || text.length > 1)
  const reading = useAsking(
    isAsked ? `${address.value.path} ${field.id} ${lookup.typed ? text : ''}` : '',
    (signal) => lookup.find(userId, text, signal),
    [],
  )
  const found = [
    ...(lookup.own && text !== '' ? [lookup.own(text)] : []),
    ...(reading.results ?? []).filter(
      ({ label }) => lookup.typed || label.toLowerCase().includes(text.toLowerCase()),
    ),
  ]
  return (
    <>
      <input
        {...field}
        type="search"
        autocomplete="off"
        placeholder={lookup.typed ? 'Type to search' : 'Choose'}
        value={query}
        onFocus={() => setOpen(true)}
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {reading.error !== undefined && <Failure error={reading.error} again={reading.again} />}
      <small role="status">
        {isAsked && reading.results && found.length === 0 ? 'Nothing was found.' : ''}
      </small>
      {isAsked && found.length > 0 && (
        <ul class={`choices ${lookup.shows ?? ''}`}>
          {found.slice(0, 50).map((choice) => (
            <li key={JSON.stringify(choice.value)}>
              <button
                type="button"
                onClick={() => {
                  remember(choice)
                  choose(choice)
                  setQuery('')
                  setOpen(false)
                }}
              >
                {lookup.shows && <Picture src={choice.picture} />}
                <span>{choice.label}</span>
                <small>{choice.detail}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
