// The routes of the approve page. A decision on the page calls approval/decide with the key of the session.

import { requireScope } from '../admission/authenticate.ts'
import { isOwnForm, readForm } from '../connect/form.ts'
import { redirect, sendPage } from '../connect/send.ts'
import { clearSiteHeaders } from '../http/clearSiteData.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import { admit } from '../pipeline/admit.ts'
import { type InvocationOutcome, invoke, outcomeCode } from '../pipeline/invoke.ts'
import type { Service } from '../pipeline/service.ts'
import { toServiceError } from '../pipeline/toServiceError.ts'
import { type ServiceError, toFailureResults } from '../runtime/errors.ts'
import { type Approval, findApproval } from '../store/approvals.ts'
import { findEntry, type JournalEntry } from '../store/journalEntries.ts'
import { findKey } from '../store/keys.ts'
import { findUser } from '../store/users.ts'
import { type DecisionView, decisionPage, outcomePage, signInPage } from './approvalPages.ts'
import { type Approver, findApprover, signIn, signOut } from './approverSession.ts'

const operation = 'approval/decide'

export function addApprovalPages(routes: Routes, service: Service): void {
  const { linking } = service
  routes.onFailure('/approve/', (exchange, failure, headers) => {
    const page = outcomePage(false, 'This did not work', `${errorSentence(failure)} (${exchange.requestId})`)
    sendPage(exchange, linking, page, { status: failure.status, headers })
  })

  routes.get('/approve/:operationId', async (exchange) => {
    const approver = await findApprover(exchange, service)
    if (!approver) return sendPage(exchange, linking, signInPage(getOperationId(exchange)))
    return await sendDecision(exchange, service, approver)
  })

  routes.post('/approve/:operationId/sign-in', async (exchange) => {
    const form = await readForm(exchange.request)
    if (!isOwnForm(exchange, linking.publicUrl)) return rejectForeignForm(exchange, service)
    try {
      const key = (form.get('key') ?? '').trim()
      const caller = await service.authenticator.authenticate(key, () => exchange.address)
      requireScope(caller, ['approve'], operation)
      const cookie = await signIn(service, caller, exchange)
      return redirect(exchange, linking, pagePath(exchange), { 'set-cookie': cookie })
    } catch (error) {
      const failure = toServiceError(error)
      if (failure.status >= 500) throw failure
      const problem =
        failure.status === 401
          ? 'This key is unknown, expired or revoked. Paste another key.'
          : errorSentence(failure)
      return sendPage(exchange, linking, signInPage(getOperationId(exchange), problem), {
        status: failure.status,
      })
    }
  })

  routes.post('/approve/:operationId/decide', async (exchange) => {
    const form = await readApproverForm(exchange, service)
    if (!form) return rejectForeignForm(exchange, service)
    const outcome = await decide(exchange, service, form)
    if (outcome.status === 200) return redirect(exchange, linking, pagePath(exchange))
    const problem =
      outcomeCode(outcome) === 'PLAN_CHANGED'
        ? 'The plan changed after this page loaded. Review the new plan, then approve or reject it.'
        : outcome.results.error
    return await sendDecision(exchange, service, form.approver, { problem, status: outcome.status })
  })

  routes.post('/approve/:operationId/sign-out', async (exchange) => {
    if (!(await readApproverForm(exchange, service))) return rejectForeignForm(exchange, service)
    const cookie = await signOut(service, exchange)
    return redirect(exchange, linking, pagePath(exchange), { 'set-cookie': cookie, ...clearSiteHeaders })
  })

  // After a form was sent, the address bar shows its target for a moment. Opened as a page, that address
  // redirects to the approval.
  for (const action of ['sign-in', 'decide', 'sign-out'])
    routes.get(`/approve/:operationId/${action}`, (exchange) =>
      redirect(exchange, linking, pagePath(exchange)),
    )
}

interface ApproverForm {
  readonly approver: Approver
  readonly form: URLSearchParams
}

/** Reads a form with a valid CSRF token, sent by a page of adrail in a live session. */
async function readApproverForm(exchange: Exchange, service: Service): Promise<ApproverForm | undefined> {
  const form = await readForm(exchange.request)
  const approver = await findApprover(exchange, service)
  const isOwn = isOwnForm(exchange, service.linking.publicUrl) && form.get('csrf') === approver?.csrf
  return approver && isOwn ? { approver, form } : undefined
}

/** Nothing was done: the form came from another site, or the session has expired. */
function rejectForeignForm(exchange: Exchange, service: Service): void {
  const page = signInPage(
    getOperationId(exchange),
    'Your session has expired, so adrail did not record your decision. Sign in again.',
  )
  sendPage(exchange, service.linking, page, { status: 403 })
}

async function decide(
  exchange: Exchange,
  service: Service,
  { approver, form }: ApproverForm,
): Promise<InvocationOutcome> {
  const { caller } = approver
  const body = {
    operationId: getOperationId(exchange),
    planHash: form.get('planHash') ?? '',
    decision: form.get('decision') ?? '',
    // Browsers send line breaks as two characters.
    reason: (form.get('reason') ?? '').replaceAll('\r\n', '\n').trim(),
  }
  const admission = await admit(caller, service.limiter, {})
  try {
    return await invoke(
      {
        operation,
        surface: 'http',
        requestId: exchange.requestId,
        apiKey: undefined,
        idempotencyKey: undefined,
        sourceAddress: () => exchange.address,
        headers: exchange.request.headers,
        admitted: { caller, admission },
        readBody: async () => body,
      },
      service,
    )
  } finally {
    admission.release()
  }
}

async function sendDecision(
  exchange: Exchange,
  service: Service,
  approver: Approver,
  { problem, status = 200 }: { readonly problem?: string; readonly status?: number } = {},
): Promise<void> {
  const { store, linking } = service
  const { workspaceId } = approver.caller
  const approval = await findApproval(store.db, workspaceId, getOperationId(exchange))
  if (approval) {
    const page = decisionPage(await toDecisionView(service, approval, approver), problem)
    return sendPage(exchange, linking, page, { status })
  }
  const entry = await findEntry(store.db, workspaceId, getOperationId(exchange))
  const [isSuccess, title, text] = entry ? describeOutcome(entry) : unknownChange
  return sendPage(exchange, linking, outcomePage(isSuccess, title, text), { status: entry ? status : 404 })
}

async function toDecisionView(
  { store }: Service,
  approval: Approval,
  approver: Approver,
): Promise<DecisionView> {
  const { workspace_id, user_id, key_id } = approval
  const key = await findKey(store.db, key_id)
  const user = await findUser(store.db, workspace_id, user_id)
  const isOwn = key_id === approver.caller.keyId
  return {
    approval,
    requester: key?.name || key_id,
    user: user?.name || user_id,
    isOwn,
    csrf: approver.csrf,
  }
}

type OutcomeText = readonly [good: boolean, title: string, text: string]

const unknownChange: OutcomeText = [
  false,
  'Nothing to decide',
  'This workspace does not have a pending change at this URL. Check the URL.',
]

function describeOutcome({ state, response }: JournalEntry): OutcomeText {
  if (state === 'SUCCEEDED') return [true, 'Executed', 'The change is approved and executed.']
  if (state !== 'FAILED' || response === undefined)
    return [true, 'Approved', 'adrail is executing the change. The requester receives the outcome.']
  // The journal stored the results as the response.
  const { error = '', code } = JSON.parse(response.results) as { error?: string; code?: string }
  return code === 'APPROVAL_REJECTED'
    ? [true, 'Rejected', 'Nothing changed.']
    : [false, 'Not executed', error]
}

function getOperationId(exchange: Exchange): string {
  return exchange.parameters['operationId'] ?? ''
}

function pagePath(exchange: Exchange): string {
  return `/approve/${encodeURIComponent(getOperationId(exchange))}`
}

function errorSentence(failure: ServiceError): string {
  return toFailureResults(failure).error
}
