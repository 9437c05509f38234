// The demo users' links: created at the first start, and again when a clock jump or a new
// sandbox world invalidated them. The first steps in the documentation rely on them.

import { type Platform, platforms } from '@adrail/contract'
import type { App } from '../app.ts'
import { toLinkPlatform, toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { WorldChange } from '../sandboxed/worldWatch.ts'
import { listUserConnections } from '../store/connections.ts'
import { findCredential } from '../store/credentials.ts'
import { demoWorkspaceId } from '../store/workspaces.ts'
import { linkSandboxPerson, type PersonLinkRequest } from './linkSandboxPerson.ts'

/** The ids are the same everywhere, so that the examples in the documentation work unchanged. */
export const demoUsers = { all: 'usr_demo_all', one: 'usr_demo_one', none: 'usr_demo_none' } as const

const ada = { workspaceId: demoWorkspaceId, userId: demoUsers.all, person: 'ada' }

/** The accounts that the documentation names. On other platforms, Ada links her first usable account. */
const adaAccounts: {
  readonly [Name in Platform]?: { readonly accountId: string; readonly pageId?: string }
} = {
  social: { accountId: '1001200300400', pageId: '104500000000001' },
  search: { accountId: '4823109756' },
  pro: { accountId: '512345678' },
}

/** Ada is linked on all platforms, Ben on one, and Nina on none. */
export const demoLinks: readonly PersonLinkRequest[] = [
  ...platforms.map((platform) => ({
    ...ada,
    platform: toLinkPlatform(platform),
    accountId: '',
    pageId: '',
    ...adaAccounts[platform],
  })),
  { ...ada, userId: demoUsers.one, person: 'ben', platform: 'SEARCH', accountId: '', pageId: '' },
]

/** Creates links that are missing or no longer work. In a new sandbox world, creates all of them. */
export async function ensureDemoLinks(app: App, change?: WorldChange): Promise<void> {
  setLeadUrls(app)
  for (const request of demoLinks)
    if (change === 'anew' || !(await isWorking(app, request)))
      await linkSandboxPerson(app.service.linking, app.upstream, request)
}

/**
 * Makes the embedded sandbox send notifications about new leads where an operator enters the address
 * in the platform's dashboard of the app. Without them a lead waits for the next poll.
 */
function setLeadUrls({ embeddedSandbox, sandbox, service, url }: App): void {
  if (!embeddedSandbox || !sandbox || !service.linking.readsLeads) return
  for (const platform of platforms)
    embeddedSandbox.setLeadUrl(platform, sandbox[platform].clientId, `${url}/hooks/${platform}`)
}

async function isWorking({ store, service, world }: App, request: PersonLinkRequest): Promise<boolean> {
  const { userId } = request
  const platform = toPlatform(request.platform)
  const connections = await listUserConnections(store.db, demoWorkspaceId, [userId])
  const connection = connections.find((row) => row.platform === platform)
  const credential = connection && (await findCredential(store.db, connection.credential_id))
  if (!credential) return false
  // The credential was issued in another sandbox world, or in a future that a clock jump undid.
  const { issued_at } = credential
  if (world && (issued_at < world.createdAt() || issued_at > world.now())) return false
  try {
    await service.connections.connect(demoWorkspaceId, userId, platform)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return false
    // A new link would not fix any other problem, such as a secret under another process's key.
    const note = error instanceof Error ? error.message : String(error)
    service.linking.log.info('demo.link_check_failed', { userId, platform, note })
    return true
  }
}
