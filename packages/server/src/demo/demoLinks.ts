// The demo users' links. Made at the first start, and made again when they have died: of a clock that was turned, of a world
// that was made anew. A newcomer has to find what the first page promises.

import type { App } from '../app.ts'
import { ServiceError } from '../base/errors.ts'
import type { Turn } from '../linking/worldWatch.ts'
import { platformOf } from '../platforms/kit/names.ts'
import { connectionsOf } from '../store/connections.ts'
import { findCredential } from '../store/credentials.ts'
import { demoWorkspaceId } from '../store/workspaces.ts'
import { linkPerson, type WantedLink } from './linkPerson.ts'

/** Ids that are the same everywhere, so that the examples in the documents work as they stand. */
export const workspaceId = demoWorkspaceId
export const demoUsers = { all: 'usr_demo_all', one: 'usr_demo_one', none: 'usr_demo_none' } as const

const ada = { workspaceId, userId: demoUsers.all, person: 'ada', pageId: '' }

/** Ada is linked everywhere, Ben on one platform, Nina nowhere. */
const links: readonly WantedLink[] = [
  { ...ada, platform: 'SOCIAL_A', accountId: '1001200300400', pageId: '104500000000001' },
  { ...ada, platform: 'SEARCH', accountId: '4823109756' },
  { ...ada, platform: 'PROFESSIONAL', accountId: '512345678' },
  { ...ada, userId: demoUsers.one, person: 'ben', platform: 'SEARCH', accountId: '' },
]

/** Makes the links that are missing or dead; in a world that was made anew, all of them. */
export async function mendLinks(app: App, turn?: Turn): Promise<void> {
  receiveLeadMessages(app)
  for (const link of links)
    if (turn === 'anew' || !(await isAlive(app, link)))
      await linkPerson(app.service.linking, app.upstream, link)
}

/**
 * Has the embedded sandbox send messages about new leads of Meta, as an operator enters the address in the dashboard of the app at
 * Meta (docs/going-live/social.md). Without them a lead waits for the next reading. LinkedIn is given its address by a request.
 */
function receiveLeadMessages({ embeddedSandbox, sandbox, service, url }: App): void {
  if (!embeddedSandbox || !sandbox || !service.linking.readsLeads) return
  const { social } = embeddedSandbox.state()
  social.callbacks = { ...social.callbacks, [sandbox.social.clientId]: `${url}/hooks/social` }
  embeddedSandbox.changed()
}

async function isAlive({ store, service, world }: App, link: WantedLink): Promise<boolean> {
  const { userId } = link
  const platform = platformOf(link.platform)
  const connections = await connectionsOf(store.db, workspaceId, [userId])
  const connection = connections.find((row) => row.platform === platform)
  const credential = connection && (await findCredential(store.db, connection.credential_id))
  if (!credential) return false
  // Given out in another world than the one that stands, or in a future that was taken back.
  const { issued_at } = credential
  if (world && (issued_at < world.madeAt() || issued_at > world.now())) return false
  try {
    await service.connections.connect(workspaceId, userId, platform)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return false
    // Whatever else is wrong, such as a secret under another process's key, no new link would mend.
    const note = error instanceof Error ? error.message : String(error)
    service.linking.log.info('demo.link_check_failed', { userId, platform, note })
    return true
  }
}
