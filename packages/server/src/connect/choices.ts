// Renders a radio list with groups, search and paging as fields of a form.

import { usable } from '../linking/choice.ts'
import type { Obstacle } from '../platforms/kit/provider.ts'
import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import type { Picked } from './picked.ts'
import { fill, fillText, type Sentence } from './texts/sentences.ts'

export interface Choosable {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly group: string
  readonly unusable: Obstacle | ''
}

export interface Choices {
  readonly name: string
  readonly legend: string
  readonly all: readonly Choosable[]
  readonly checked: string
  readonly above?: Html | undefined
  readonly isGrouped?: boolean
}

interface View {
  /** The query filters the list, and the part is the visible page of the result. */
  readonly picked: Pick<Picked, 'query' | 'part'>
  /** The problem is the name of the invalid field. */
  readonly problem: string | undefined
}

const partSize = 20

export function choices(language: Language, { picked, problem }: View, given: Choices): Html {
  const { name, legend, all, checked, above, isGrouped = false } = given
  const { picker } = language.texts
  const options = narrowed(all, picked.query)
  const parts = Math.max(1, Math.ceil(options.length / partSize))
  const current = Math.min(picked.part, parts - 1)
  const shown = options.slice(current * partSize, (current + 1) * partSize)
  const chosen = usable(all).find(({ id }) => id === checked)
  const isElsewhere = chosen !== undefined && !shown.includes(chosen)
  const radio = (option: Choosable, group?: string) =>
    choice(language, name, option, option === chosen, group)
  let heading = 0
  const listed = shown.map((option, index) => {
    const begins = isGrouped && option.group !== shown[index - 1]?.group
    if (begins) heading++
    const id = isGrouped ? `group-${heading}` : undefined
    return html`${
      begins
        ? html`<h2 class="group" id="${id}">${option.group || picker.direct}</h2>
`
        : undefined
    }${radio(option, id)}`
  })
  return html`<fieldset role="radiogroup"${problem === name ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><legend>${legend}</legend>
${above}${
  isElsewhere
    ? html`<h2 class="group" id="chosen">${picker.chosen}</h2>
${radio(chosen, 'chosen')}`
    : undefined
}${listed}${shown.length === 0 ? html`<p class="soft">${picker.nothingFound}</p>` : undefined}</fieldset>
${turning(language, current, parts)}`
}

function choice(
  { texts: { picker, obstacles } }: Language,
  name: string,
  { id, name: title, detail, unusable }: Choosable,
  isChecked: boolean,
  group?: string,
): Html {
  const isOff = unusable !== ''
  // A grant that was stored by an earlier release may have a reason without a text.
  const reason = isOff ? (obstacles[unusable] ?? obstacles.not_active) : ''
  const more = [detail, isOff ? fillText(picker.unusable, { reason }) : ''].filter(Boolean).join(' · ')
  return html`<label class="option${isOff ? ' off' : ''}"><input type="radio" name="${name}" value="${id}" required${group === undefined ? undefined : html` aria-describedby="${group}"`}${isOff ? html` disabled` : undefined}${isChecked ? html` checked` : undefined}><span><strong>${title}</strong><small>${more}</small></span></label>
`
}

/** Matches each word of the query separately, in names, ids, details and groups. */
function narrowed<Option extends Choosable>(options: readonly Option[], query: string): readonly Option[] {
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

function turning({ texts: { picker, buttons } }: Language, current: number, parts: number): Html | undefined {
  if (parts === 1) return undefined
  const button = (part: number, text: string) =>
    part < 0 || part >= parts
      ? html`<span></span>`
      : html`<button class="plain" name="go" value="part-${part}" formnovalidate>${text}</button>`
  const place = fill(picker.part, { current: current + 1, all: parts })
  return html`<nav class="pages" aria-label="${picker.parts}">${button(current - 1, buttons.previous)}<span class="soft">${place}</span>${button(current + 1, buttons.next)}</nav>`
}
