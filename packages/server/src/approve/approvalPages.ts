// The pages on which a person approves or rejects a write. Plain HTML forms, in English like the plans that
// they show.

import type { Platform } from '@adrail/contract'
import { layout, mark } from '../connect/frame.ts'
import { type Html, html } from '../connect/html.ts'
import { languageOf } from '../connect/languages.ts'
import { amountText } from '../journal/spend/microAmounts.ts'
import type { Approval } from '../store/approvals.ts'

const frame = { language: languageOf('en') }

/** The data of the decision page. */
export interface Sight {
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
<p>A change waits until somebody has looked at it. Paste an API key of the workspace that has the scope <strong>approve</strong>.</p>
${noteOf(problem)}
<form method="post" action="/approve/${operationId}/sign-in">
<label class="field">API key<input type="password" name="key" required autocomplete="off" spellcheck="false" autofocus></label>
<p class="soft">It is not kept; you stay signed in on this browser for 15 minutes.</p>
<div class="actions"><button>Sign in</button></div>
</form>`,
  )
}

const sites: Readonly<Record<Platform, string>> = {
  social: 'Facebook and Instagram',
  search: 'Google Ads',
  pro: 'LinkedIn',
}

export function decisionPage(sight: Sight, problem?: string): string {
  const { approval, requester, user } = sight
  const { operation_id, currency_code, from_day_micros, to_day_micros, platform } = approval
  const amount = (micros: string) => amountText(BigInt(micros), currency_code)
  // Stored as the sentences of the plan, and with the name of a platform.
  const steps = JSON.parse(approval.plan) as string[]
  const site = sites[platform as Platform]
  return page(
    'Approve this change?',
    html`<h1>Approve this change?</h1>
${noteOf(problem)}
<p>The API key <strong>${requester}</strong> asks for it, for <strong>${user}</strong> on ${site}.</p>
<p class="most">${amount(from_day_micros)} → <strong>${amount(to_day_micros)}</strong> <small>at most on one day</small></p>
<ol class="plan">${steps.map((says) => html`<li>${says}</li>`)}</ol>
<dl>
<dt>Why it waits</dt><dd>${approval.reason}</dd>
<dt>Asked</dt><dd>${timeText(approval.requested_at)}</dd>
<dt>Waits until</dt><dd>${timeText(approval.expires_at)}</dd>
<dt>Record</dt><dd>${operation_id}</dd>
</dl>
${sight.isOwn ? ownRequest(sight) : decisionForm(sight)}`,
  )
}

function decisionForm({ approval: { operation_id, plan_hash }, csrf }: Sight): Html {
  return html`<form method="post" action="/approve/${operation_id}/decide">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="planHash" value="${plan_hash}">
<label class="field">Reason<small>Recorded; told to whoever asked, if you reject.</small><textarea name="reason" rows="2" maxlength="500"></textarea></label>
<div class="actions"><button name="decision" value="APPROVED">Approve and carry out</button><button class="plain" name="decision" value="REJECTED">Reject</button></div>
</form>
${signOutForm(operation_id, csrf, 'Sign out')}`
}

function ownRequest({ approval: { operation_id }, csrf }: Sight): Html {
  return html`${noteOf('You are signed in with the key that asked for this. Somebody with another key has to decide.')}
${signOutForm(operation_id, csrf, 'Use another key')}`
}

function signOutForm(operationId: string, csrf: string, says: string): Html {
  return html`<form class="actions" method="post" action="/approve/${operationId}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">${says}</button></form>`
}

/** Shows the outcome to the person who decided, and to later visitors. */
export function outcomePage(good: boolean, title: string, text: string): string {
  return page(
    title,
    html`${mark(good)}<h1>${title}</h1>
<p>${text}</p>
<p class="soft">You can close this page.</p>`,
  )
}

function page(title: string, content: Html): string {
  return layout(frame, html`${title}`, content)
}

function noteOf(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="note" role="alert">${problem}</p>`
}

function timeText(instant: number): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat('en-GB', style).format(instant)} UTC`
}
