// The pages on which a person approves or rejects a write. Plain HTML forms, in English like the plans that
// they show.

import { platformFacts } from '@adrail/contract'
import { layout, statusMark } from '../connect/frame.ts'
import { type Html, html } from '../connect/html.ts'
import { negotiateLanguage } from '../connect/languages.ts'
import { formatCurrencyMicros } from '../journal/spend/microAmounts.ts'
import type { Approval } from '../store/approvals.ts'

const frame = { language: negotiateLanguage('en') }

/** The data of the decision page. */
export interface DecisionView {
  readonly approval: Approval
  /** The names of the API key that requested the write, and of its user. */
  readonly requester: string
  readonly user: string
  /** Whether the key of this session requested the write. */
  readonly isOwn: boolean
  readonly csrf: string
}

export function signInPage(operationId: string, problem?: string): string {
  return page(
    'Sign in to decide',
    html`<h1>Sign in to decide</h1>
<p>A change needs your approval. Paste an API key of the workspace with the scope <strong>approve</strong>.</p>
${problemNote(problem)}
<form method="post" action="/approve/${operationId}/sign-in">
<label class="field">API key<input type="password" name="key" required autocomplete="off" spellcheck="false" autofocus></label>
<p class="soft">adrail does not store the key. You stay signed in on this browser for 15 minutes.</p>
<div class="actions"><button>Sign in</button></div>
</form>`,
  )
}

export function decisionPage(view: DecisionView, problem?: string): string {
  const { approval, requester, user } = view
  const { operation_id, currency_code, from_day_micros, to_day_micros, platform } = approval
  const format = (micros: string) => formatCurrencyMicros(BigInt(micros), currency_code)
  // Stored as the sentences of the plan, and with the name of a platform.
  const steps = JSON.parse(approval.plan) as string[]
  const { publicName } = platformFacts[platform]
  return page(
    'Approve this change?',
    html`<h1>Approve this change?</h1>
${problemNote(problem)}
<p>The API key <strong>${requester}</strong> requests this change for <strong>${user}</strong> on ${publicName}.</p>
<p class="most">${format(from_day_micros)} → <strong>${format(to_day_micros)}</strong> <small>maximum spend on one day</small></p>
<ol class="plan">${steps.map((stepText) => html`<li>${stepText}</li>`)}</ol>
<dl>
<dt>Rule</dt><dd>${approval.reason}</dd>
<dt>Requested</dt><dd>${formatTime(approval.requested_at)}</dd>
<dt>Expires</dt><dd>${formatTime(approval.expires_at)}</dd>
<dt>Operation</dt><dd>${operation_id}</dd>
</dl>
${view.isOwn ? ownRequest(view) : decisionForm(view)}`,
  )
}

function decisionForm({ approval: { operation_id, plan_hash }, csrf }: DecisionView): Html {
  return html`<form method="post" action="/approve/${operation_id}/decide">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="planHash" value="${plan_hash}">
<label class="field">Reason<small>Optional. adrail records the reason. If you reject the change, the requester sees the reason.</small><textarea name="reason" rows="2" maxlength="500"></textarea></label>
<div class="actions"><button name="decision" value="APPROVED">Approve and execute</button><button class="plain" name="decision" value="REJECTED">Reject</button></div>
</form>
${signOutForm(operation_id, csrf, 'Sign out')}`
}

function ownRequest({ approval: { operation_id }, csrf }: DecisionView): Html {
  return html`${problemNote('You are signed in with the key that requested this change. Someone with another key must decide.')}
${signOutForm(operation_id, csrf, 'Use another key')}`
}

function signOutForm(operationId: string, csrf: string, label: string): Html {
  return html`<form class="actions" method="post" action="/approve/${operationId}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${label}</button></form>`
}

/** Shows the outcome to the person who decided, and to later visitors. */
export function outcomePage(isSuccess: boolean, title: string, text: string): string {
  return page(
    title,
    html`${statusMark(isSuccess)}<h1>${title}</h1>
<p>${text}</p>
<p class="soft">You can close this page.</p>`,
  )
}

function page(title: string, content: Html): string {
  return layout(frame, html`${title}`, content)
}

function problemNote(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="note" role="alert">${problem}</p>`
}

function formatTime(instant: number): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', style).format(instant)} UTC`
}
