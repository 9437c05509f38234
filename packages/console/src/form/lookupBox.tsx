// An editable combobox with a listbox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays
// in the input, and `aria-activedescendant` names the active option.

import { useEffect, useRef, useState } from 'preact/hooks'
import { address } from '../address/address.ts'
import { useRequest } from '../calls/read.ts'
import type { FieldProps } from '../parts/field.tsx'
import { Picture } from '../parts/picture.tsx'
import { Failure } from '../parts/states.tsx'
import { formatCount } from '../words/formats.ts'
import { type ChoiceSummary, saveChoice } from './choiceStore.ts'
import type { Choice, Lookup } from './lookup.ts'

const maxShown = 50

interface LookupBoxProps {
  readonly field: FieldProps
  readonly lookup: Lookup
  readonly userId: string
  /**
   * The selected choice that the box shows. Absent when nothing is selected, and for fields with several
   * values.
   */
  readonly selected?: ChoiceSummary | undefined
  readonly placeholder?: string
  onSelect(choice: Choice): void
  clear?(): void
}

export function LookupBox({ field, lookup, userId, selected, placeholder, onSelect, clear }: LookupBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const text = (typed ?? '').trim()
  const { found, status, reading } = useOptions({ field, lookup, userId, text, isOpen })
  const isShown = isOpen && found.length > 0
  const listId = `${field.id}-list`
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    if (!isShown) return
    const element = document.getElementById(active >= 0 ? optionId(active) : listId)
    element?.scrollIntoView({ block: 'nearest' })
  }, [active, isShown])

  const open = (from = -1) => {
    setOpen(true)
    setActive(from)
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const selectOption = (choice: Choice) => {
    saveChoice(choice)
    setTyped(undefined)
    close()
    onSelect(choice)
  }
  /** Returns whether the key had an effect. */
  const handleKey = ({ key, altKey }: KeyboardEvent): boolean => {
    const lastIndex = found.length - 1
    const choice = found[active]
    if (key === 'ArrowDown' && !isShown) open(altKey ? -1 : 0)
    else if (key === 'ArrowUp' && !isShown) open(lastIndex)
    else if (key === 'ArrowUp' && altKey) close()
    else if (key === 'ArrowDown') setActive(active === lastIndex ? 0 : active + 1)
    else if (key === 'ArrowUp') setActive(active <= 0 ? lastIndex : active - 1)
    else if (key === 'Home' && active >= 0) setActive(0)
    else if (key === 'End' && active >= 0) setActive(lastIndex)
    // Enter selects an option. It never submits the form while a list is open.
    else if (key === 'Enter') isShown && choice && selectOption(choice)
    else if (key === 'Escape' && isShown) close()
    else if (key === 'Escape' && typed !== undefined && typed !== '') setTyped(undefined)
    else return false
    return true
  }
  return (
    <>
      <div class="combobox">
        {selected?.picture !== undefined && typed === undefined && <Picture src={selected.picture} />}
        <input
          {...field}
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
          autocomplete="off"
          placeholder={placeholder ?? (lookup.requiresQuery ? 'Type to search' : 'Choose')}
          value={typed ?? selected?.label ?? ''}
          onClick={() => open()}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            open()
          }}
          onKeyDown={(event) => {
            // An Escape that closes the list must not close the surrounding dialog.
            if (handleKey(event)) event.preventDefault()
            else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setActive(-1)
          }}
          onBlur={() => {
            close()
            if (selected) setTyped(undefined)
          }}
        />
        {selected && clear && (
          <button
            type="button"
            class="plain small"
            aria-label={`Remove ${selected.label}`}
            onClick={() => {
              setTyped(undefined)
              clear()
              input.current?.focus()
            }}
          >
            ×
          </button>
        )}
      </div>
      {reading.error !== undefined && <Failure error={reading.error} retry={reading.reload} />}
      <small role="status" class={found.length > 0 ? 'unseen' : ''}>
        {status}
      </small>
      {isShown && (
        <div class={`choices ${lookup.display ?? ''}`} role="listbox" id={listId} aria-label="Matches">
          {found.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus, and takes the keys.
            <div
              key={JSON.stringify(choice.value)}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Prevents the input from losing the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => selectOption(choice)}
            >
              {lookup.display && <Picture src={choice.picture} />}
              <span>{choice.label}</span>
              <small>{choice.detail}</small>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Returns the options for a text. Until they arrive, the options of the previous text stay. */
function useOptions({
  field,
  lookup,
  userId,
  text,
  isOpen,
}: Pick<LookupBoxProps, 'field' | 'lookup' | 'userId'> & {
  readonly text: string
  readonly isOpen: boolean
}) {
  const needsOptions = isOpen && (!lookup.requiresQuery || text.length > 1)
  const isServerFiltered = lookup.requiresQuery || lookup.filtersOnServer
  const requestName = `${address.value.path} ${field.id} ${userId} ${lookup.scope ?? ''} ${isServerFiltered ? text : ''}`
  const reading = useRequest(
    needsOptions ? requestName : '',
    (signal) => lookup.find(userId, text, signal),
    [],
  )
  const previousResults = useRef<readonly Choice[]>([])
  if (reading.results) previousResults.current = reading.results
  const results = reading.results ?? (reading.busy ? previousResults.current : [])
  const matches = isServerFiltered
    ? results
    : results.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const found = needsOptions
    ? [
        ...(lookup.createCustomChoice && text !== '' ? [lookup.createCustomChoice(text)] : []),
        ...matches,
      ].slice(0, maxShown)
    : []
  const matchCount = found.length === 1 ? '1 match' : `${formatCount(found.length)} matches`
  const status = !needsOptions
    ? ''
    : reading.busy
      ? 'Searching …'
      : found.length > 0
        ? matchCount
        : 'Nothing found.'
  return { found, reading, status: reading.error === undefined ? status : '' }
}
