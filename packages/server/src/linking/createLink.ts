// Creation of links, and their lookup by the token in the address.

import type { LinkPlatform } from '@adrail/contract'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { ServiceError } from '../runtime/errors.ts'
import { makeId } from '../runtime/runtime.ts'
import {
  findLinkByTokenHash,
  insertLink,
  type Link,
  listOpenLinks,
  openLinkStatuses,
  updateLink,
} from '../store/links.ts'
import type { Db } from '../store/tables.ts'
import { type LinkingDeps, platformNow } from './linking.ts'
import { linkCell, sha256Hex } from './linkSecrets.ts'
import { isRedirectAllowed } from './redirects.ts'

export const linkLifetimeMs = 30 * 60 * 1000
const maxOpenLinks = 10

export interface NewLink {
  readonly workspaceId: string
  readonly userId: string
  readonly platform: LinkPlatform
  readonly redirectUri: string
  readonly state: string
}

export async function createLink(
  linking: Pick<LinkingDeps, 'store' | 'runtime' | 'times' | 'vault' | 'publicUrl'>,
  request: NewLink,
  recordAuditEntry: (transaction: Db, linkId: string) => Promise<void>,
): Promise<{ link: string; linkId: string }> {
  const { store, runtime, vault, publicUrl } = linking
  const { workspaceId, userId, platform, redirectUri, state } = request
  if (redirectUri !== '' && !(await isRedirectAllowed(store, workspaceId, redirectUri)))
    throw new ServiceError('REDIRECT_URI_NOT_ALLOWED', { field: 'redirectUri' })

  const now = platformNow(linking, { platform: toPlatform(platform) })
  const existingLinks = await listOpenLinks(store.db, workspaceId, userId, now)
  // More than a few open links of one user mean that the older ones were lost. The oldest ones expire.
  for (const { id } of existingLinks.slice(0, Math.max(0, existingLinks.length - maxOpenLinks + 1)))
    await updateLink(store.db, id, openLinkStatuses, { status: 'expired' })

  const id = makeId('lnk', runtime)
  const token = runtime.randomBytes(32).toString('base64url')
  await store.db.transaction().execute(async (transaction) => {
    await insertLink(transaction, {
      id,
      workspace_id: workspaceId,
      user_id: userId,
      platform: toPlatform(platform),
      token_hash: sha256Hex(token),
      redirect_uri: redirectUri,
      caller_state: vault.encrypt(linkCell({ workspace_id: workspaceId, id }, 'caller_state'), state),
      status: 'created',
      error_code: '',
      browser_hash: '',
      state_hash: null,
      pkce_verifier: '',
      draft: '',
      created_at: now,
      expires_at: now + linkLifetimeMs,
    })
    await recordAuditEntry(transaction, id)
  })
  return { link: `${publicUrl}/connect/${token}`, linkId: id }
}

export async function findLinkByToken(
  { store }: Pick<LinkingDeps, 'store'>,
  token: string,
): Promise<Link | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  return await findLinkByTokenHash(store.db, sha256Hex(token))
}
