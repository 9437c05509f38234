// Renders the page on which the user chooses an ad account and, on the social platform, a page. Search and
// paging are submit buttons of the same form, so the choice is preserved without a script.

import { usable } from '../linking/choice.ts'
import type { AccountOption, Grant } from '../platforms/kit/provider.ts'
import { choices, searchField } from './choices.ts'
import { layout } from './frame.ts'
import { type Html, html } from './html.ts'
import { dayIn } from './languages.ts'
import { actions, loginHint, postForm, type Scene } from './pages.ts'
import { refusedWords } from './permissionWords.ts'
import { type Earlier, hasPageStep, type Picked } from './picked.ts'
import { fill, fillText, strong } from './texts/sentences.ts'

export interface PickerView {
  readonly grant: Grant
  readonly picked: Picked
  readonly earlier: Earlier | undefined
  readonly problem: PickerProblem | undefined
}

export type PickerProblem = 'account' | 'page' | 'confirm'

export function pickerPage(scene: Scene, view: PickerView): string {
  const { picked, problem } = view
  const { picker, buttons } = scene.language.texts
  const isPageStep = picked.step === 'page'
  const title = isPageStep ? picker.page : picker.account
  return layout(
    scene,
    problem === undefined ? html`${title}` : fill(picker.error, { title }),
    html`<h1>${title}</h1>
<p class="soft">${signedIn(scene, view)}</p>
${problem && html`<p class="note bad" id="problem" role="alert" tabindex="-1" autofocus>${picker.problems[problem]}</p>`}
${notes(scene, view)}
${postForm(
  scene,
  'select',
  html`<input type="hidden" name="step" value="${picked.step}">${isPageStep ? pageStep(scene, view) : accountStep(scene, view)}
${confirmation(scene, view)}
<div class="actions"><button>${isLastStep(view) ? buttons.connect : buttons.continue}</button>${isPageStep ? html`<button class="plain" name="go" value="back" formnovalidate>${buttons.back}</button>` : undefined}</div>`,
)}
<hr>
${loginHint(scene)}
${actions(scene, postForm(scene, 'start', html`<button class="plain">${buttons.otherLogin}</button>`))}`,
  )
}

function isLastStep({ grant, picked }: PickerView): boolean {
  return picked.step === 'page' || !hasPageStep(grant)
}

function signedIn({ language }: Scene, { grant, picked }: PickerView): Html {
  const { picker } = language.texts
  const person = strong(grant.person.name || grant.person.email || picker.yourself)
  const account = grant.accounts.find(({ id }) => id === picked.accountId)?.name ?? ''
  return html`${fill(picker.signedIn, { person })}${picked.step === 'page' ? html` · ${fill(picker.forAccount, { account: strong(account) })}` : undefined}`
}

function notes(scene: Scene, { grant, earlier }: PickerView): Html[] {
  const { language, platform, site, workspace } = scene
  const told = language.texts.picker.notes
  const { refreshToken, accessExpiresAt } = grant.tokens
  const found: Html[] = []
  // On a platform without partial consent, a missing permission was not requested.
  const permissions = scene.grantsParts ? refusedWords(language, platform, grant.tokens.scopes) : ''
  if (permissions !== '') found.push(fill(told.refused, { workspace, permissions }))
  if (grant.unlisted?.length)
    found.push(fill(platform === 'social' ? told.unlistedPages : told.unlistedAccounts, { site }))
  const person = earlier?.otherPerson
  if (person !== undefined)
    found.push(person === '' ? html`${told.earlierSomebody}` : fill(told.earlier, { person: strong(person) }))
  // Without a refresh token, LinkedIn ends the consent when the access token expires.
  if (platform === 'pro' && refreshToken === '' && accessExpiresAt !== null)
    found.push(fill(told.ends, { day: dayIn(language, accessExpiresAt) }))
  return found.map(
    (note) => html`<p class="note">${note}</p>
`,
  )
}

function accountStep({ language }: Scene, view: PickerView): Html {
  const { grant, picked, earlier } = view
  const { picker, accountNotes } = language.texts
  const options = grant.accounts.map((account) => ({ ...account, detail: detailOf(account) }))
  const gone = earlier && !grant.accounts.some(({ id }) => id === earlier.accountId) ? earlier : undefined
  const [page] = usable(grant.pages)
  const photo = hasPageStep(grant) ? undefined : page?.photoAccount
  return html`${searchField(language, options.length, picker.searchAccounts, picked.query)}
${choices(language, view, {
  name: 'account',
  legend: picker.accountLegend,
  all: options,
  checked: picked.accountId || earlier?.accountId || '',
  above: gone && goneOption(gone),
  isGrouped: new Set(options.map(({ group }) => group)).size > 1,
})}
${photo && photoOption(fill(picker.includeInstagramNamed, { name: photo.name }), fill(picker.ofPage, { page: page?.name ?? '' }), picked)}`

  function detailOf({ detail, notes: known }: AccountOption): string {
    // A grant that was stored by an earlier release may have no notes.
    return [detail, ...(known ?? []).map((note) => accountNotes[note])].filter(Boolean).join(' · ')
  }

  function goneOption({ accountId, accountName }: Earlier): Html {
    return html`<label class="option off"><input type="radio" name="account" value="${accountId}" disabled><span><strong>${accountName || accountId}</strong><small>${fill(picker.gone, { account: accountId })}</small></span></label>
`
  }
}

function pageStep({ language }: Scene, view: PickerView): Html {
  const { grant, picked, earlier } = view
  const { picker } = language.texts
  const options = grant.pages.map((page) => {
    const photo = page.photoAccount
    const detail = photo ? fillText(picker.withInstagram, { name: photo.name }) : picker.withoutInstagram
    return { ...page, detail, group: '' }
  })
  const hasPhotoAccounts = grant.pages.some(({ photoAccount }) => photoAccount !== undefined)
  return html`<input type="hidden" name="account" value="${picked.accountId}">${searchField(language, options.length, picker.searchPages, picked.query)}
${choices(language, view, {
  name: 'page',
  legend: picker.pageLegend,
  all: options,
  checked: picked.pageId || earlier?.pageId || '',
})}
${hasPhotoAccounts ? photoOption(html`${picker.includeInstagram}`, html`${picker.ofAnyPage}`, picked) : undefined}`
}

function photoOption(title: Html, detail: Html, { withPhotoAccount }: Picked): Html {
  return html`<input type="hidden" name="photoAsked" value="yes"><label class="option"><input type="checkbox" name="photo" value="yes"${withPhotoAccount ? html` checked` : undefined}><span><strong>${title}</strong><small>${detail}</small></span></label>`
}

function confirmation({ language }: Scene, view: PickerView): Html | undefined {
  const { picker } = language.texts
  const person = view.earlier?.otherPerson
  if (person === undefined || !isLastStep(view)) return undefined
  const isWrong = view.problem === 'confirm'
  const text = person === '' ? picker.replaceSomebody : fill(picker.replace, { person })
  return html`<label class="option"><input type="checkbox" name="confirm" value="yes" required${isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><span><strong>${text}</strong></span></label>`
}
