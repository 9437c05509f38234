// Leads arrive while their readers are killed, pushes are lost and repeated, and the user links again. The
// service lists each lead once and emits one event for each lead after the first link.

import { type Platform, platforms } from '@adrail/contract'
import type { Sandbox } from '@adrail/sandbox'
import {
  linkUser,
  noLimits,
  post,
  type ServiceProcess,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const wanted = proofSize(180, 5000)
const kills = proofSize(1, 6)
const onPostgres = testDatabaseUrl() !== ''
const names = { social: 'SOCIAL_A', search: 'SEARCH', pro: 'PROFESSIONAL' } as const

interface Listed {
  readonly leadId: string
  readonly platform: Platform
  readonly submittedAt: string
}

test(
  'lead/list_leads returns each lead once and in order despite kills, lost and repeated pushes, and new links',
  async () => {
    const sandbox = await startTestSandbox()
    const environment = {
      SANDBOX_URL: sandbox.url,
      LEADS: 'on',
      SOCIAL_WEBHOOK_TOKEN: 'token',
      ...noLimits,
    }
    const place = await newInstallation()
    // SQLite has one serving process. On PostgreSQL, a second process continues while the first one is
    // killed.
    const services: ServiceProcess[] = []
    for (let count = onPostgres ? 2 : 1; count > 0; count--) services.push(await start(place, environment))
    const apiKey = (await services[0]?.readDemoKey()) ?? ''
    const urlNow = () => services[0]?.url ?? ''
    const ask = async (operation: string, body: object) =>
      (await post(`${urlNow()}/${operation}`, apiKey, body)).envelope.results
    const made = await ask('user/create_user', { name: 'Gets leads' })
    const { userId } = made['user'] as { userId: string }
    const link = async (platform: Platform) =>
      await linkUser({ url: urlNow(), apiKey }, { userId, platform: names[platform] })
    const linkedAt = sandbox.clock.now()
    for (const platform of platforms) await link(platform)
    const forms = formsOf(sandbox)

    const listedLeads: Listed[] = []
    let cursor = ''
    /**
     * Reads to the end of the list. When a process is killed, the reader requests the page again with the
     * same cursor.
     */
    const readOn = async () => {
      for (;;) {
        const page = await ask('lead/list_leads', { userId, pagination: cursor }).catch(() => undefined)
        if (page?.['success'] !== true) return
        const leads = page['leads'] as Listed[]
        listedLeads.push(...leads)
        cursor = String(page['resume'])
        if (leads.length === 0) return
      }
    }
    await readOn()
    const early = listedLeads.length

    /** Registers the address of the process that receives the platforms' messages now. */
    const register = async () => {
      await order(sandbox, 'social/callback', { url: `${urlNow()}/hooks/social`, verifyToken: 'token' })
      const { sources } = await ask('lead/list_leads', { userId, platform: 'search' })
      const { url, key } = (sources as { search: { webhook: { url: string; key: string } } }).search.webhook
      forms.hookSearch(`${urlNow()}${new URL(url).pathname}`, key)
      forms.hookPro(`${urlNow()}/hooks/pro`)
      await order(sandbox, 'pro/challenge', {})
    }
    await register()

    const began = performance.now()
    let submitted = 0
    let round = 0
    const figures = { lost: 0, repeated: 0, told: 0 }
    while (submitted < wanted) {
      for (const platform of platforms) {
        // Of three messages, one is lost, one arrives once, and one arrives three times.
        const pushes = [0, 1, 3][round % 3] ?? 1
        const count = Math.min(proofSize(10, 50), wanted - submitted)
        submitted += count
        figures[pushes === 0 ? 'lost' : pushes === 1 ? 'told' : 'repeated'] += count
        await order(sandbox, `${platform}/lead`, { ...forms[platform], count, pushes })
      }
      round++
      await readOn()
      // Every poll reads the last hour again. Without the clock advance, the long form would mostly read the
      // same leads.
      if (isLong) sandbox.clock.advance('10m')
      const isKill = round % Math.max(1, Math.floor(wanted / proofSize(30, 150) / (kills + 1))) === 0
      if (!isKill || round > 1000) continue
      const victim = services.shift()
      victim?.kill('SIGKILL')
      await victim?.exit
      services.push(await start(place, environment))
      await register()
      await link(platforms[round % 3] ?? 'social')
    }

    // No push reports the lost leads. The next scheduled poll finds them.
    sandbox.clock.advance('2h')
    const ofOrders = () => Object.values(forms.made()).flat().length
    await expect
      .poll(
        async () => {
          await readOn()
          return listedLeads.length - early
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBeGreaterThanOrEqual(submitted)
    await readOn()
    const firstRead = listedLeads.splice(0)
    cursor = ''
    await readOn()
    // Reading during the test and reading afterwards must return the same leads in the same order.
    expect(firstRead.map(({ leadId }) => leadId)).toEqual(listedLeads.map(({ leadId }) => leadId))
    const twice = firstRead.length - new Set(firstRead.map(({ leadId }) => leadId)).size
    expect(twice).toBe(0)
    // The list contains every lead of the platforms and none of another account.
    expect(firstRead.length).toBe(ofOrders())
    // Each lead since the link has one event, in the same order. Leads from before the link have no event.
    const events = await eventsOf(ask, userId)
    const later = firstRead.slice(early).map(({ leadId }) => leadId)
    expect(events.slice(-later.length)).toEqual(later)
    const history = firstRead
      .slice(0, early)
      .filter(({ submittedAt }) => Date.parse(submittedAt) < linkedAt - 1000)
    expect(history.filter(({ leadId }) => events.includes(leadId))).toEqual([])
    expect(new Set(events).size).toBe(events.length)
    const pushes = { pushLost: figures.lost, pushRepeated: figures.repeated, pushOnce: figures.told }
    reportProof('T33', {
      submitted,
      ...pushes,
      kept: firstRead.length,
      twice,
      kills,
      seconds: secondsSince(began),
    })
  },
  proofTimeoutMs,
)

/** Returns the leads that `lead.received` reported, in order. */
async function eventsOf(
  ask: (operation: string, body: object) => Promise<Record<string, unknown>>,
  userId: string,
): Promise<string[]> {
  const found: string[] = []
  let pagination = ''
  do {
    const page = await ask('event/list_events', { userId, types: ['lead.received'], pagination })
    const events = page['events'] as { data: { leadId: string } }[]
    found.push(...events.map(({ data }) => data.leadId))
    pagination = (page['pagination'] as { next: string }).next
  } while (pagination !== '')
  return found
}

async function order(sandbox: Sandbox, what: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/_sandbox/simulate/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${what}: ${await response.text()}`)
}

/** Returns forms of the linked accounts of ben, with access to all their leads. */
function formsOf(sandbox: Sandbox) {
  const state = sandbox.state()
  const idOf = (platform: Platform, kind: string) =>
    sandbox.person('ben')[platform].accounts.find((account) => account.kind === kind)?.id ?? ''
  const page = idOf('social', 'page')
  const customerId = idOf('search', 'customer')
  const account = idOf('pro', 'adAccount')
  const social = Object.values(state.social.leadForms).find(
    (form) => form.page === page && form.status === 'ACTIVE',
  )
  const assets = state.search.accounts[customerId]?.resources['asset'] ?? {}
  const example = Object.values(state.search.accounts)
    .flatMap(({ resources }) => Object.values(resources['asset'] ?? {}))
    .find((asset) => asset['leadFormAsset'] !== undefined)
  const assetId = '77001122'
  const name = `customers/${customerId}/assets/${assetId}`
  const asset = { ...structuredClone(example), resourceName: name, id: assetId }
  assets[name] = asset
  const found = state.search.accounts[customerId]
  if (found) found.resources['asset'] = assets
  const leadForm = asset['leadFormAsset' as keyof typeof asset] as unknown as Record<string, unknown>
  return {
    social: { formId: social?.id ?? '' },
    search: { customerId, assetId },
    pro: { account },
    hookSearch(advertiserWebhookUrl: string, googleSecret: string) {
      leadForm['deliveryMethods'] = [{ webhook: { advertiserWebhookUrl, googleSecret } }]
    },
    hookPro(webhook: string) {
      const clientId = 'sandboxpro0001'
      state.pro.leadNotifications = {
        1: { id: 1, account: Number(account), clientId, webhook, failures: 0, validated: false },
      }
    },
    made: () => ({
      social: Object.values(state.social.leads ?? {}).filter(
        ({ form }) => state.social.leadForms[form]?.page === page,
      ),
      search: Object.values(found?.resources['lead_form_submission_data'] ?? {}),
      pro: Object.values(state.pro.leads ?? {}).filter((lead) => lead.account === Number(account)),
    }),
  }
}
