// The page on which the user chooses an ad account and, on the social platform, a page. One form: searching and turning
// pages are buttons of it, so that what was chosen is kept, without a script.

import { usable } from '../linking/choice.ts'
import type { AccountOption, Grant, PageOption } from '../platforms/kit/provider.ts'
import { type Html, html } from './html.ts'
import { actions, layout, loginHint, postForm, type Scene } from './pages.ts'
import { refusedWords } from './permissionWords.ts'

/** What the user has chosen and typed so far; it travels in the address and in the form. */
export interface Picked {
  readonly step: 'account' | 'page'
  readonly accountId: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Narrows the list. */
  readonly query: string
  /** Which part of the list is shown, from 0. */
  readonly part: number
}

/** The connection that the new one replaces. */
export interface Earlier {
  readonly accountId: string
  readonly accountName: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
  /** Who connected it, when that was somebody else than the one who signed in now. */
  readonly otherPerson: string | undefined
}

export interface PickerView {
  readonly grant: Grant
  readonly picked: Picked
  readonly earlier: Earlier | undefined
  readonly problem: PickerProblem | undefined
}

export type PickerProblem = 'account' | 'page' | 'confirm'

const problemTexts: Readonly<Record<PickerProblem, string>> = {
  account: 'Choose one of the ad accounts below.',
  page: 'Choose one of the pages below.',
  confirm: 'Tick the box to confirm that the earlier login is to be replaced.',
}

const partSize = 20

/** Whether the page is asked for in a step of its own. */
export function hasPageStep(grant: Grant): boolean {
  return usable(grant.pages).length > 1
}

export function pickedIn(values: URLSearchParams, grant: Grant, earlier: Earlier | undefined): Picked {
  const known = (name: string, options: readonly { readonly id: string; readonly unusable: string }[]) =>
    usable(options).find(({ id }) => id === values.get(name))?.id
  const part = Number(values.get('part'))
  const accountId = known('account', grant.accounts) ?? ''
  const isAsked = values.has('photoAsked') || values.has('photo')
  return {
    step: values.get('step') === 'page' && accountId !== '' && hasPageStep(grant) ? 'page' : 'account',
    accountId,
    pageId: known('page', grant.pages) ?? '',
    withPhotoAccount: isAsked ? values.get('photo') === 'yes' : (earlier?.withPhotoAccount ?? true),
    query: (values.get('q') ?? '').trim().slice(0, 100),
    part: Number.isSafeInteger(part) && part > 0 ? part : 0,
  }
}

/** The address of the picker as it is with these choices. */
export function pickerPath(base: string, { step, accountId, pageId, withPhotoAccount, query, part }: Picked) {
  const values = new URLSearchParams()
  if (step === 'page') values.set('step', step)
  if (accountId !== '') values.set('account', accountId)
  if (pageId !== '') values.set('page', pageId)
  if (step === 'page') values.set('photo', withPhotoAccount ? 'yes' : 'no')
  if (query !== '') values.set('q', query)
  if (part > 0) values.set('part', String(part))
  return `${base}/select${values.size === 0 ? '' : `?${values}`}`
}

export function pickerPage(scene: Scene, view: PickerView): string {
  const { grant, picked, problem } = view
  const title = picked.step === 'page' ? 'Choose a page' : 'Choose an ad account'
  return layout(
    problem === undefined ? title : `Error: ${title}`,
    scene.workspace,
    html`<h1>${title}</h1>
<p class="soft">Signed in as <strong>${grant.person.name || grant.person.email || 'yourself'}</strong>${picked.step === 'page' ? html` · Ad account <strong>${accountName(view)}</strong>` : undefined}</p>
${problem === undefined ? undefined : html`<p class="note bad" id="problem" role="alert" tabindex="-1" autofocus>${problemTexts[problem]}</p>`}
${notes(scene, view)}
${postForm(
  scene,
  'select',
  html`<input type="hidden" name="step" value="${picked.step}">${picked.step === 'page' ? pageStep(view) : accountStep(view)}
${confirmation(view)}
<div class="actions"><button>${isLastStep(view) ? 'Connect' : 'Continue'}</button>${picked.step === 'page' ? html`<button class="plain" name="go" value="back" formnovalidate>Back</button>` : undefined}</div>`,
)}
<hr>
${loginHint(scene)}
${actions(scene, postForm(scene, 'start', html`<button class="plain">Use another login</button>`))}`,
  )
}

function isLastStep({ grant, picked }: PickerView): boolean {
  return picked.step === 'page' || !hasPageStep(grant)
}

function accountName({ grant, picked }: PickerView): string {
  return grant.accounts.find(({ id }) => id === picked.accountId)?.name ?? ''
}

function notes(scene: Scene, { grant, earlier }: PickerView): Html {
  const { refreshToken, accessExpiresAt } = grant.tokens
  // Without a refresh token the professional network ends the consent by itself.
  const ends = scene.platform === 'pro' && refreshToken === '' && accessExpiresAt !== null
  // Where it is all or nothing, what is missing was not asked for.
  const refused = scene.grantsParts ? refusedWords(scene.platform, grant.tokens.scopes) : ''
  return html`${
    refused === ''
      ? undefined
      : html`<p class="note">You did not allow ${scene.workspace} to ${refused}. You can go on: everything else works.</p>
`
  }${
    grant.unlisted?.length
      ? html`<p class="note">The platform did not tell about all of your ${scene.platform === 'social' ? 'pages' : 'accounts'} just now. If one is missing, try again later with a new link.</p>
`
      : undefined
  }${
    earlier?.otherPerson === undefined
      ? undefined
      : html`<p class="note">Until now this was connected by <strong>${earlier.otherPerson}</strong>. Going on replaces that with the login you just used.</p>
`
  }${
    ends
      ? html`<p class="note">This connection lasts until ${new Date(accessExpiresAt).toISOString().slice(0, 10)}. Then you will be asked to sign in again.</p>
`
      : undefined
  }`
}

function accountStep(view: PickerView): Html {
  const { grant, picked, earlier, problem } = view
  const gone = earlier && !grant.accounts.some(({ id }) => id === earlier.accountId) ? earlier : undefined
  const wanted = picked.accountId || earlier?.accountId || ''
  const [page] = usable(grant.pages)
  return html`${searchField(view, grant.accounts.length, 'ad accounts')}
${choices({
  name: 'account',
  legend: 'Ad account',
  options: narrowed(grant.accounts, picked.query),
  all: grant.accounts,
  checked: wanted,
  part: picked.part,
  invalid: problem === 'account',
  above: gone && goneOption(gone),
  isGrouped: new Set(grant.accounts.map(({ group }) => group)).size > 1,
})}
${page?.photoAccount && !hasPageStep(grant) ? photoOption(`Include the photo account ${page.photoAccount.name}`, `of the page ${page.name}`, picked) : undefined}`
}

function pageStep(view: PickerView): Html {
  const { grant, picked, earlier, problem } = view
  const options = grant.pages.map((page) => ({ ...page, detail: pageDetail(page), group: '' }))
  const hasPhotoAccounts = grant.pages.some(({ photoAccount }) => photoAccount !== undefined)
  return html`<input type="hidden" name="account" value="${picked.accountId}">${searchField(view, grant.pages.length, 'pages')}
${choices({
  name: 'page',
  legend: 'Page to advertise for',
  options: narrowed(options, picked.query),
  all: options,
  checked: picked.pageId || earlier?.pageId || '',
  part: picked.part,
  invalid: problem === 'page',
  above: undefined,
  isGrouped: false,
})}
${hasPhotoAccounts ? photoOption('Include the photo account', 'of the page, if it has one', picked) : undefined}`
}

function pageDetail({ photoAccount }: PageOption): string {
  return photoAccount ? `with photo account ${photoAccount.name}` : 'no photo account'
}

type Choosable = Pick<AccountOption, 'id' | 'name' | 'detail' | 'group' | 'unusable'>

interface Choices {
  readonly name: string
  readonly legend: string
  /** What the search left. */
  readonly options: readonly Choosable[]
  readonly all: readonly Choosable[]
  readonly checked: string
  readonly part: number
  readonly invalid: boolean
  readonly above: Html | undefined
  readonly isGrouped: boolean
}

function choices({ name, legend, options, all, checked, part, invalid, above, isGrouped }: Choices): Html {
  const parts = Math.max(1, Math.ceil(options.length / partSize))
  const current = Math.min(part, parts - 1)
  const shown = options.slice(current * partSize, (current + 1) * partSize)
  const chosen = usable(all).find(({ id }) => id === checked)
  const isElsewhere = chosen !== undefined && !shown.includes(chosen)
  const radio = (option: Choosable, group?: string) => choice(name, option, option === chosen, group)
  let heading = 0
  const listed = shown.map((option, index) => {
    const begins = isGrouped && option.group !== shown[index - 1]?.group
    if (begins) heading++
    const id = isGrouped ? `group-${heading}` : undefined
    return html`${
      begins
        ? html`<h2 class="group" id="${id}">${option.group || 'Direct access'}</h2>
`
        : undefined
    }${radio(option, id)}`
  })
  return html`<fieldset role="radiogroup"${invalid ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><legend>${legend}</legend>
${above}${
  isElsewhere
    ? html`<h2 class="group" id="chosen">Chosen</h2>
${radio(chosen, 'chosen')}`
    : undefined
}${listed}${shown.length === 0 ? html`<p class="soft">Nothing found. Search for another name or number.</p>` : undefined}</fieldset>
${turning(current, parts)}`
}

function choice(name: string, option: Choosable, isChecked: boolean, group?: string): Html {
  const { id, detail, unusable } = option
  const isOff = unusable !== ''
  const more = [detail, isOff ? `cannot be used: ${unusable}` : ''].filter(Boolean).join(' · ')
  return html`<label class="option${isOff ? ' off' : ''}"><input type="radio" name="${name}" value="${id}" required${group === undefined ? undefined : html` aria-describedby="${group}"`}${isOff ? html` disabled` : undefined}${isChecked ? html` checked` : undefined}><span><strong>${option.name}</strong><small>${more}</small></span></label>
`
}

function goneOption({ accountId, accountName }: Earlier): Html {
  return html`<label class="option off"><input type="radio" name="account" value="${accountId}" disabled><span><strong>${accountName || accountId}</strong><small>${accountId} · connected until now · not available to this login</small></span></label>
`
}

function photoOption(title: string, detail: string, { withPhotoAccount }: Picked): Html {
  return html`<input type="hidden" name="photoAsked" value="yes"><label class="option"><input type="checkbox" name="photo" value="yes"${withPhotoAccount ? html` checked` : undefined}><span><strong>${title}</strong><small>${detail}</small></span></label>`
}

function confirmation(view: PickerView): Html | undefined {
  const other = view.earlier?.otherPerson
  if (other === undefined || !isLastStep(view)) return undefined
  const isWrong = view.problem === 'confirm'
  return html`<label class="option"><input type="checkbox" name="confirm" value="yes" required${isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><span><strong>Yes, replace the login of ${other}</strong></span></label>`
}

/** What is typed is looked for in names, numbers and groups, each word by itself. */
function narrowed<Option extends Choosable>(options: readonly Option[], query: string): readonly Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ id, name, detail, group }) => {
    const text = `${name} ${id} ${detail} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function searchField({ picked }: PickerView, count: number, things: string): Html | undefined {
  if (count <= partSize) return undefined
  return html`<div class="search" role="search"><label for="q">Search ${count} ${things}</label>
<div><input type="search" id="q" name="q" value="${picked.query}" placeholder="Name or number" autocomplete="off"><button class="plain" name="go" value="search" formnovalidate>Search</button></div></div>`
}

function turning(current: number, parts: number): Html | undefined {
  if (parts === 1) return undefined
  const button = (part: number, text: string) =>
    part < 0 || part >= parts
      ? html`<span></span>`
      : html`<button class="plain" name="go" value="part-${part}" formnovalidate>${text}</button>`
  return html`<nav class="pages" aria-label="Parts of the list">${button(current - 1, '← Previous')}<span class="soft">${current + 1} of ${parts}</span>${button(current + 1, 'Next →')}</nav>`
}
