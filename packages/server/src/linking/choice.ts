// The choice of an account after a consent.

import type { Grant } from '../platforms/connector-kit/provider.ts'
import { findLinkedPerson } from '../store/connections.ts'
import { findLink, type Link } from '../store/links.ts'
import { commitConnection, type LinkChoice } from './commitConnection.ts'
import type { LinkingDeps } from './linking.ts'
import { linkCell } from './linkSecrets.ts'

/** Returns the options that the user can choose. */
export function listUsableOptions<Option extends { readonly unusable: string }>(
  options: readonly Option[],
): Option[] {
  return options.filter(({ unusable }) => unusable === '')
}

export function decryptGrant({ vault }: Pick<LinkingDeps, 'vault'>, link: Link): Grant {
  // The draft was encrypted by `weigh` from the grant that the provider returned.
  return JSON.parse(vault.decrypt(linkCell(link, 'draft'), link.draft)) as Grant
}

/** If another person consented before, returns that person's name, which is empty when it is not known. */
export async function findPreviousPerson(
  { store }: Pick<LinkingDeps, 'store'>,
  link: Link,
  grant: Grant,
): Promise<string | undefined> {
  const previous = await findLinkedPerson(store.db, link.workspace_id, link.user_id, link.platform)
  return previous && previous.upstream_user_id !== grant.person.id ? previous.user_name : undefined
}

/**
 * Creates the connection and returns the updated link. Sending the same choice twice has no further effect.
 */
export async function commitChoice(linking: LinkingDeps, link: Link, choice: LinkChoice): Promise<Link> {
  const grant = decryptGrant(linking, link)
  await commitConnection(linking, link, grant, choice)
  return (await findLink(linking.store.db, link.workspace_id, link.id)) ?? link
}
