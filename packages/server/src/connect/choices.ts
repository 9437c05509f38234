// Renders a radio list with groups, search and paging as fields of a form.

import { listUsableOptions } from '../linking/choice.ts'
import type { Obstacle } from '../platforms/connector-kit/provider.ts'
import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import type { PickerState } from './pickerState.ts'
import { fill, fillText, type Sentence } from './texts/sentences.ts'

export interface ChoiceOption {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly group: string
  readonly unusable: Obstacle | ''
}

export interface ChoiceList {
  readonly name: string
  readonly legend: string
  readonly allOptions: readonly ChoiceOption[]
  readonly checkedId: string
  readonly prefix?: Html | undefined
  readonly isGrouped?: boolean
}

interface ChoiceView {
  /** The query filters the list, and the part is the visible page of the result. */
  readonly state: Pick<PickerState, 'query' | 'part'>
  /** The problem is the name of the invalid field. */
  readonly problem: string | undefined
}

const partSize = 20

export function renderChoices(language: Language, { state, problem }: ChoiceView, list: ChoiceList): Html {
  const { name, legend, allOptions, checkedId, prefix, isGrouped = false } = list
  const { picker } = language.texts
  const options = filterOptions(allOptions, state.query)
  const partCount = Math.max(1, Math.ceil(options.length / partSize))
  const currentPart = Math.min(state.part, partCount - 1)
  const visibleOptions = options.slice(currentPart * partSize, (currentPart + 1) * partSize)
  const chosenOption = listUsableOptions(allOptions).find(({ id }) => id === checkedId)
  const isOnOtherPart = chosenOption !== undefined && !visibleOptions.includes(chosenOption)
  const radio = (option: ChoiceOption, group?: string) =>
    renderChoice(language, name, option, option === chosenOption, group)
  let heading = 0
  const listed = visibleOptions.map((option, index) => {
    const startsGroup = isGrouped && option.group !== visibleOptions[index - 1]?.group
    if (startsGroup) heading++
    const id = isGrouped ? `group-${heading}` : undefined
    return html`${
      startsGroup
        ? html`<h2 class="group" id="${id}">${option.group || picker.direct}</h2>
`
        : undefined
    }${radio(option, id)}`
  })
  return html`<fieldset role="radiogroup"${problem === name ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><legend>${legend}</legend>
${prefix}${
  isOnOtherPart
    ? html`<h2 class="group" id="chosen">${picker.chosen}</h2>
${radio(chosenOption, 'chosen')}`
    : undefined
}${listed}${visibleOptions.length === 0 ? html`<p class="soft">${picker.nothingFound}</p>` : undefined}</fieldset>
${partNavigation(language, currentPart, partCount)}`
}

function renderChoice(
  { texts: { picker, obstacles } }: Language,
  name: string,
  { id, name: title, detail, unusable }: ChoiceOption,
  isChecked: boolean,
  group?: string,
): Html {
  const isDisabled = unusable !== ''
  // A grant that was stored by an earlier release may have a reason without a text.
  const reason = isDisabled ? (obstacles[unusable] ?? obstacles.not_active) : ''
  const details = [detail, isDisabled ? fillText(picker.unusable, { reason }) : '']
    .filter(Boolean)
    .join(' · ')
  return html`<label class="option${isDisabled ? ' off' : ''}"><input type="radio" name="${name}" value="${id}" required${group === undefined ? undefined : html` aria-describedby="${group}"`}${isDisabled ? html` disabled` : undefined}${isChecked ? html` checked` : undefined}><span><strong>${title}</strong><small>${details}</small></span></label>
`
}

/** Matches each word of the query separately, in names, ids, details and groups. */
function filterOptions<Option extends ChoiceOption>(
  options: readonly Option[],
  query: string,
): readonly Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ id, name, detail, group }) => {
    const text = `${name} ${id} ${detail} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The search field appears only for lists that are longer than one part. */
export function searchField(
  { texts: { picker, buttons } }: Language,
  count: number,
  label: Sentence<'count'>,
  query: string,
): Html | undefined {
  if (count <= partSize) return undefined
  return html`<div class="search" role="search"><label for="q">${fill(label, { count })}</label>
<div><input type="search" id="q" name="q" value="${query}" placeholder="${picker.searchHint}" autocomplete="off"><button class="plain" name="go" value="search" formnovalidate>${buttons.search}</button></div></div>`
}

function partNavigation(
  { texts: { picker, buttons } }: Language,
  currentPart: number,
  partCount: number,
): Html | undefined {
  if (partCount === 1) return undefined
  const button = (part: number, text: string) =>
    part < 0 || part >= partCount
      ? html`<span></span>`
      : html`<button class="plain" name="go" value="part-${part}" formnovalidate>${text}</button>`
  const position = fill(picker.part, { current: currentPart + 1, all: partCount })
  return html`<nav class="pages" aria-label="${picker.parts}">${button(currentPart - 1, buttons.previous)}<span class="soft">${position}</span>${button(currentPart + 1, buttons.next)}</nav>`
}
