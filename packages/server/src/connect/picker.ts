// Renders the page on which the user chooses an ad account and, where needed, a page. Search and
// paging are submit buttons of the same form, so the choice is preserved without a script.

import { listUsableOptions } from '../linking/choice.ts'
import type { AccountOption, Grant } from '../platforms/connector-kit/provider.ts'
import { definitionOf } from '../platforms/index.ts'
import { renderChoices, searchField } from './choices.ts'
import { layout } from './frame.ts'
import { type Html, html } from './html.ts'
import { formatDay } from './languages.ts'
import { actions, type LinkPageContext, loginHint, postForm } from './pages.ts'
import { refusedPermissionText } from './permissionTexts.ts'
import { hasPageStep, type PickerState, type PreviousConnection } from './pickerState.ts'
import { fill, fillText, strong } from './texts/sentences.ts'

export interface PickerView {
  readonly grant: Grant
  readonly state: PickerState
  readonly previous: PreviousConnection | undefined
  readonly problem: PickerProblem | undefined
}

export type PickerProblem = 'account' | 'page' | 'confirm'

export function pickerPage(context: LinkPageContext, view: PickerView): string {
  const { state, problem } = view
  const { picker, buttons } = context.language.texts
  const isPageStep = state.step === 'page'
  const title = isPageStep ? picker.page : picker.account
  return layout(
    context,
    problem === undefined ? html`${title}` : fill(picker.error, { title }),
    html`<h1>${title}</h1>
<p class="soft">${signedInText(context, view)}</p>
${problem && html`<p class="note bad" id="problem" role="alert" tabindex="-1" autofocus>${picker.problems[problem]}</p>`}
${renderNotes(context, view)}
${postForm(
  context,
  'select',
  html`<input type="hidden" name="step" value="${state.step}">${isPageStep ? pageStep(context, view) : accountStep(context, view)}
${confirmation(context, view)}
<div class="actions"><button>${isLastStep(view) ? buttons.connect : buttons.continue}</button>${isPageStep ? html`<button class="plain" name="go" value="back" formnovalidate>${buttons.back}</button>` : undefined}</div>`,
)}
<hr>
${loginHint(context)}
${actions(context, postForm(context, 'start', html`<button class="plain">${buttons.otherLogin}</button>`))}`,
  )
}

function isLastStep({ grant, state }: PickerView): boolean {
  return state.step === 'page' || !hasPageStep(grant)
}

function signedInText({ language }: LinkPageContext, { grant, state }: PickerView): Html {
  const { picker } = language.texts
  const person = strong(grant.person.name || grant.person.email || picker.yourself)
  const account = grant.accounts.find(({ id }) => id === state.accountId)?.name ?? ''
  return html`${fill(picker.signedIn, { person })}${state.step === 'page' ? html` · ${fill(picker.forAccount, { account: strong(account) })}` : undefined}`
}

function renderNotes(context: LinkPageContext, { grant, previous }: PickerView): Html[] {
  const { language, platform, site, workspace } = context
  const noteTexts = language.texts.picker.notes
  const { refreshToken, accessExpiresAt } = grant.tokens
  const { selection, tokenPolicy } = definitionOf(platform)
  const notes: Html[] = []
  // On a platform without partial consent, a missing permission was not requested.
  const permissions = context.allowsPartialConsent
    ? refusedPermissionText(language, platform, grant.tokens.scopes)
    : ''
  if (permissions !== '') notes.push(fill(noteTexts.refused, { workspace, permissions }))
  if (grant.unlisted?.length)
    notes.push(fill(selection.includesPage ? noteTexts.unlistedPages : noteTexts.unlistedAccounts, { site }))
  const person = previous?.previousPerson
  if (person !== undefined)
    notes.push(
      person === ''
        ? html`${noteTexts.earlierUnknownPerson}`
        : fill(noteTexts.earlier, { person: strong(person) }),
    )
  const isRefreshable = tokenPolicy.refreshWindows(refreshToken !== '') !== undefined
  if (!isRefreshable && accessExpiresAt !== null)
    notes.push(fill(noteTexts.ends, { day: formatDay(language, accessExpiresAt) }))
  return notes.map(
    (note) => html`<p class="note">${note}</p>
`,
  )
}

function accountStep({ language }: LinkPageContext, view: PickerView): Html {
  const { grant, state, previous } = view
  const { picker, accountNotes } = language.texts
  const options = grant.accounts.map((account) => ({ ...account, detail: describeAccount(account) }))
  const unavailable =
    previous && !grant.accounts.some(({ id }) => id === previous.accountId) ? previous : undefined
  const [page] = listUsableOptions(grant.pages)
  const photo = hasPageStep(grant) ? undefined : page?.photoAccount
  return html`${searchField(language, options.length, picker.searchAccounts, state.query)}
${renderChoices(language, view, {
  name: 'account',
  legend: picker.accountLegend,
  allOptions: options,
  checkedId: state.accountId || previous?.accountId || '',
  prefix: unavailable && unavailableOption(unavailable),
  isGrouped: new Set(options.map(({ group }) => group)).size > 1,
})}
${photo && photoOption(fill(picker.includeInstagramNamed, { name: photo.name }), fill(picker.ofPage, { page: page?.name ?? '' }), state)}`

  function describeAccount({ detail, notes: accountNoteNames }: AccountOption): string {
    // A grant that was stored by an earlier release may have no notes.
    return [detail, ...(accountNoteNames ?? []).map((note) => accountNotes[note])].filter(Boolean).join(' · ')
  }

  function unavailableOption({ accountId, accountName }: PreviousConnection): Html {
    return html`<label class="option off"><input type="radio" name="account" value="${accountId}" disabled><span><strong>${accountName || accountId}</strong><small>${fill(picker.gone, { account: accountId })}</small></span></label>
`
  }
}

function pageStep({ language }: LinkPageContext, view: PickerView): Html {
  const { grant, state, previous } = view
  const { picker } = language.texts
  const options = grant.pages.map((page) => {
    const photo = page.photoAccount
    const detail = photo ? fillText(picker.withInstagram, { name: photo.name }) : picker.withoutInstagram
    return { ...page, detail, group: '' }
  })
  const hasPhotoAccounts = grant.pages.some(({ photoAccount }) => photoAccount !== undefined)
  return html`<input type="hidden" name="account" value="${state.accountId}">${searchField(language, options.length, picker.searchPages, state.query)}
${renderChoices(language, view, {
  name: 'page',
  legend: picker.pageLegend,
  allOptions: options,
  checkedId: state.pageId || previous?.pageId || '',
})}
${hasPhotoAccounts ? photoOption(html`${picker.includeInstagram}`, html`${picker.ofAnyPage}`, state) : undefined}`
}

function photoOption(title: Html, detail: Html, { withPhotoAccount }: PickerState): Html {
  return html`<input type="hidden" name="photoAsked" value="yes"><label class="option"><input type="checkbox" name="photo" value="yes"${withPhotoAccount ? html` checked` : undefined}><span><strong>${title}</strong><small>${detail}</small></span></label>`
}

function confirmation({ language }: LinkPageContext, view: PickerView): Html | undefined {
  const { picker } = language.texts
  const person = view.previous?.previousPerson
  if (person === undefined || !isLastStep(view)) return undefined
  const isWrong = view.problem === 'confirm'
  const text = person === '' ? picker.replaceUnknownPerson : fill(picker.replace, { person })
  return html`<label class="option"><input type="checkbox" name="confirm" value="yes" required${isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined}><span><strong>${text}</strong></span></label>`
}
