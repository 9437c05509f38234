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

const maxOptions = 50

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
  const [inputText, setInputText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const query = (inputText ?? '').trim()
  const { options, status, readState } = useOptions({ field, lookup, userId, query, isOpen })
  const isShown = isOpen && options.length > 0
  const listId = `${field.id}-list`
  const toOptionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    if (!isShown) return
    const element = document.getElementById(activeIndex >= 0 ? toOptionId(activeIndex) : listId)
    element?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex, isShown])

  const open = (initialIndex = -1) => {
    setOpen(true)
    setActiveIndex(initialIndex)
  }
  const close = () => {
    setOpen(false)
    setActiveIndex(-1)
  }
  const selectOption = (choice: Choice) => {
    saveChoice(choice)
    setInputText(undefined)
    close()
    onSelect(choice)
  }
  /** Returns whether the key had an effect. */
  const handleKey = ({ key, altKey }: KeyboardEvent): boolean => {
    const lastIndex = options.length - 1
    const choice = options[activeIndex]
    if (key === 'ArrowDown' && !isShown) open(altKey ? -1 : 0)
    else if (key === 'ArrowUp' && !isShown) open(lastIndex)
    else if (key === 'ArrowUp' && altKey) close()
    else if (key === 'ArrowDown') setActiveIndex(activeIndex === lastIndex ? 0 : activeIndex + 1)
    else if (key === 'ArrowUp') setActiveIndex(activeIndex <= 0 ? lastIndex : activeIndex - 1)
    else if (key === 'Home' && activeIndex >= 0) setActiveIndex(0)
    else if (key === 'End' && activeIndex >= 0) setActiveIndex(lastIndex)
    // Enter selects an option. It never submits the form while a list is open.
    else if (key === 'Enter') isShown && choice && selectOption(choice)
    else if (key === 'Escape' && isShown) close()
    else if (key === 'Escape' && inputText !== undefined && inputText !== '') setInputText(undefined)
    else return false
    return true
  }
  return (
    <>
      <div class="combobox">
        {selected?.picture !== undefined && inputText === undefined && <Picture src={selected.picture} />}
        <input
          {...field}
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && activeIndex >= 0 ? toOptionId(activeIndex) : undefined}
          autocomplete="off"
          placeholder={placeholder ?? (lookup.requiresQuery ? 'Type to search' : 'Choose')}
          value={inputText ?? selected?.label ?? ''}
          onClick={() => open()}
          onInput={(event) => {
            setInputText(event.currentTarget.value)
            open()
          }}
          onKeyDown={(event) => {
            // An Escape that closes the list must not close the surrounding dialog.
            if (handleKey(event)) event.preventDefault()
            else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setActiveIndex(-1)
          }}
          onBlur={() => {
            close()
            if (selected) setInputText(undefined)
          }}
        />
        {selected && clear && (
          <button
            type="button"
            class="plain small"
            aria-label={`Remove ${selected.label}`}
            onClick={() => {
              setInputText(undefined)
              clear()
              input.current?.focus()
            }}
          >
            ×
          </button>
        )}
      </div>
      {readState.error !== undefined && <Failure error={readState.error} retry={readState.reload} />}
      <small role="status" class={options.length > 0 ? 'unseen' : ''}>
        {status}
      </small>
      {isShown && (
        <div class={`choices ${lookup.display ?? ''}`} role="listbox" id={listId} aria-label="Matches">
          {options.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus, and takes the keys.
            <div
              key={JSON.stringify(choice.value)}
              id={toOptionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
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
  query,
  isOpen,
}: Pick<LookupBoxProps, 'field' | 'lookup' | 'userId'> & {
  readonly query: string
  readonly isOpen: boolean
}) {
  const needsOptions = isOpen && (!lookup.requiresQuery || query.length > 1)
  const isServerFiltered = lookup.requiresQuery || lookup.filtersOnServer
  const cacheKey = `${address.value.path} ${field.id} ${userId} ${lookup.cacheScope ?? ''} ${isServerFiltered ? query : ''}`
  const readState = useRequest(
    needsOptions ? cacheKey : '',
    (signal) => lookup.find(userId, query, signal),
    [],
  )
  const previousResults = useRef<readonly Choice[]>([])
  if (readState.results) previousResults.current = readState.results
  const results = readState.results ?? (readState.busy ? previousResults.current : [])
  const matches = isServerFiltered
    ? results
    : results.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  const options = needsOptions
    ? [
        ...(lookup.createCustomChoice && query !== '' ? [lookup.createCustomChoice(query)] : []),
        ...matches,
      ].slice(0, maxOptions)
    : []
  const matchCount = options.length === 1 ? '1 match' : `${formatCount(options.length)} matches`
  const status = !needsOptions
    ? ''
    : readState.busy
      ? 'Searching …'
      : options.length > 0
        ? matchCount
        : 'Nothing found.'
  return { options, readState, status: readState.error === undefined ? status : '' }
}
