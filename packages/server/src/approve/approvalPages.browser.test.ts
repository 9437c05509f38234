// An approver signs in, reviews and decides in a real browser. adrail refuses everyone else.

import { beforeEach, describe, expect, test } from 'vitest'
import { findAccessibilityProblems } from '../../testing/accessibility.ts'
import { useVisitorsAndSite } from '../../testing/browser.ts'
import { expectRefusal } from '../../testing/expectations.ts'
import { newLinkedUser, useLinkedUser } from '../../testing/linked.ts'
import { springCampaignId } from '../../testing/social.ts'

const { service, newVisitor: visitor } = useVisitorsAndSite()
const linked = useLinkedUser(() => newLinkedUser(service))

let amount = 30
/** Requests a write that needs approval. Returns its approval page and a function that reads its state. */
async function waiting() {
  const body = { userId: linked.userId, campaignId: springCampaignId, amount: ++amount }
  const { approvalUrl = '', operationId = '' } = expectRefusal(
    await service.call('social/edit_campaign', body),
    'APPROVAL_REQUIRED',
  )
  const state = async () => (await service.call('operation/get_operation', { operationId })).results.state
  return { url: approvalUrl, operationId, state }
}
const approver = async () => (await service.newKey({ scopes: ['approve'] })).text

beforeEach(async () => {
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
})

describe('an approver', () => {
  test('signs in, sees the plan and approves it, and neither the URL nor the page contains the key', async () => {
    const { url, state } = await waiting()
    const key = await approver()
    const person = await visitor({ viewport: { width: 375, height: 700 }, colorScheme: 'dark' })
    await person.open(url)
    await person.waitForHeading('Sign in to decide')
    expect(await findAccessibilityProblems(person.page)).toEqual([])
    expect(await person.readText()).not.toContain('Spring')
    await person.page.getByLabel('API key').fill('adr_wrong')
    await person.press('Sign in')
    expect(await person.readText()).toContain('This key is unknown, expired or revoked.')
    await person.page.getByLabel('API key').fill(key)
    await person.press('Sign in')
    await person.waitForHeading('Approve this change?')
    expect(person.page.url()).toBe(url)
    expect(await findAccessibilityProblems(person.page)).toEqual([])
    expect(await person.page.content()).not.toContain(key.slice(4, 30))
    expect(await person.readText()).toContain(`to ${amount}.00 EUR`)
    expect(await person.readText()).toContain('In this workspace, raising a budget needs approval.')
    await person.page.getByLabel('Reason').fill('Agreed with the client')
    await person.press('Approve and execute')
    await person.waitForHeading('Executed')
    expect(await state()).toBe('SUCCEEDED')
    await person.reload()
    await person.waitForHeading('Executed')
    const cookies = await person.context.cookies()
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, 'Lax']])
  })

  test('sees the new plan when the plan has changed, and can reject it', async () => {
    const { url, state } = await waiting()
    const person = await visitor()
    await person.open(url)
    await person.page.getByLabel('API key').fill(await approver())
    await person.press('Sign in')
    await service.call('social/edit_campaign', {
      userId: linked.userId,
      campaignId: springCampaignId,
      amount: 3,
    })
    await person.press('Approve and execute')
    await person.waitForHeading('Approve this change?')
    expect(await person.readText()).toContain('changed after this page loaded')
    expect(await person.readText()).toContain('from 3.00')
    await person.press('Reject')
    await person.waitForHeading('Rejected')
    expect(await state()).toBe('FAILED')
  })
})

describe('the approval page', () => {
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    service.send(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const signIn = async (operationId: string, key: string, headers: Record<string, string> = {}) => {
    const response = await form(`/approve/${operationId}/sign-in`, { key }, headers)
    return { answer: response, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const openPage = async (operationId: string, cookie: string) => {
    const response = await service.send(`/approve/${operationId}`, { headers: { cookie } })
    return { status: response.status, text: await response.text() }
  }
  const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const hashIn = (text: string) => /name="planHash" value="([^"]+)"/.exec(text)?.[1] ?? ''

  test('refuses a sign-in with a key without the scope approve', async () => {
    const { operationId } = await waiting()
    const { text } = await service.newKey({ scopes: ['read', 'write', 'spend', 'admin'] })
    const { answer: response, cookie } = await signIn(operationId, text)
    expect([response.status, cookie]).toEqual([403, ''])
  })

  test('offers no decision to the requesting key, another workspace, an expired session or a revoked key', async () => {
    const { operationId, state } = await waiting()
    const own = await signIn(operationId, service.apiKey)
    const seen = await openPage(operationId, own.cookie)
    expect(seen.text).toContain('Someone with another key must decide.')
    expect(seen.text).not.toContain('value="APPROVED"')
    const foreign = await service.newWorkspace()
    const stranger = await signIn(operationId, foreign.apiKey)
    const strange = await openPage(operationId, stranger.cookie)
    expect(strange).toEqual(await openPage('op_unknown', stranger.cookie))
    expect(strange.status).toBe(404)

    const key = await service.newKey({ scopes: ['approve'] })
    const { cookie } = await signIn(operationId, key.text)
    const { text } = await openPage(operationId, cookie)
    expect(text).toContain('value="APPROVED"')
    service.clock.advance(16 * 60_000)
    expect((await openPage(operationId, cookie)).text).toContain('Sign in to decide')
    const again = await signIn(operationId, key.text)
    const db = service.app.store.db
    await db.updateTable('api_keys').set({ revoked_at: 1 }).where('id', '=', key.id).execute()
    const revoked = await openPage(operationId, again.cookie)
    expect(revoked.text).toContain('Sign in to decide')
    expect(await state()).toBe('AWAITING_APPROVAL')
  })

  test('refuses a decision with a cookie that was copied before the sign-out', async () => {
    const { operationId, state } = await waiting()
    const { id, text } = await service.newKey({ scopes: ['approve'] })
    const { cookie } = await signIn(operationId, text)
    const page = (await openPage(operationId, cookie)).text
    const fields = { csrf: csrfIn(page), planHash: hashIn(page), decision: 'APPROVED', reason: '' }
    const out = await form(`/approve/${operationId}/sign-out`, { csrf: fields.csrf }, { cookie })
    expect([out.status, out.headers.get('clear-site-data')]).toEqual([303, '"cache", "storage"'])
    expect((await openPage(operationId, cookie)).text).toContain('Sign in to decide')
    expect((await form(`/approve/${operationId}/decide`, fields, { cookie })).status).toBe(403)
    expect(await state()).toBe('AWAITING_APPROVAL')
    const entries = service.app.store.db.selectFrom('audit_entries').select(['event', 'after'])
    expect(await entries.where('actor', '=', id).orderBy('number').execute()).toEqual([
      { event: 'session.started', after: '{"page":"approve"}' },
      { event: 'session.ended', after: '{"page":"approve"}' },
    ])
  })

  test('ends the earlier session of a browser that signs in again', async () => {
    const { operationId } = await waiting()
    const key = await approver()
    const earlier = await signIn(operationId, key)
    const later = await signIn(operationId, key, { cookie: earlier.cookie })
    expect((await openPage(operationId, earlier.cookie)).text).toContain('Sign in to decide')
    expect((await openPage(operationId, later.cookie)).text).toContain('value="APPROVED"')
  })

  test('creates sessions that the console does not accept', async () => {
    const { operationId } = await waiting()
    const { cookie } = await signIn(operationId, service.apiKey)
    const [, secret = ''] = cookie.split('=')
    const asConsole = await service.send('/console/session', {
      headers: { cookie: `adrail_session=${secret}` },
    })
    expect(JSON.parse(await asConsole.text()).results.signedIn).toBe(false)
  })

  test('refuses forms from other sites, and forms without its CSRF token or session cookie', async () => {
    const { operationId, state } = await waiting()
    const { cookie } = await signIn(operationId, await approver())
    const { text } = await openPage(operationId, cookie)
    const fields = { csrf: csrfIn(text), planHash: hashIn(text), decision: 'APPROVED', reason: '' }
    const path = `/approve/${operationId}/decide`
    const tries = [
      form(path, fields, { cookie, origin: 'https://evil.example' }),
      form(path, fields, { cookie, 'sec-fetch-site': 'cross-site' }),
      form(path, { ...fields, csrf: 'guessed' }, { cookie }),
      form(path, fields),
    ]
    for (const response of await Promise.all(tries)) expect(response.status).toBe(403)
    expect(await state()).toBe('AWAITING_APPROVAL')
    expect((await form(path, fields, { cookie })).status).toBe(303)
    expect(await state()).toBe('SUCCEEDED')
  })
})
