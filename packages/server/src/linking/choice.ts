// The choice of an account after a consent.

import type { Grant } from '../platforms/kit/provider.ts'
import { linkedPerson } from '../store/connections.ts'
import { findLink, type Link } from '../store/links.ts'
import { type Choice, commitConnection } from './commit.ts'
import type { Linking } from './linking.ts'
import { linkCell } from './linkSecrets.ts'

/** Returns the options that the user can choose. */
export function usable<Option extends { readonly unusable: string }>(options: readonly Option[]): Option[] {
  return options.filter(({ unusable }) => unusable === '')
}

export function grantOf(linking: Linking, link: Link): Grant {
  // The draft was encrypted by `weigh` from the grant that the provider returned.
  return JSON.parse(linking.vault.open(linkCell(link, 'draft'), link.draft)) as Grant
}

/** If another person consented before, returns that person's name, which is empty when it is not known. */
export async function otherPerson(linking: Linking, link: Link, grant: Grant): Promise<string | undefined> {
  const earlier = await linkedPerson(linking.store.db, link.workspace_id, link.user_id, link.platform)
  return earlier && earlier.upstream_user_id !== grant.person.id ? earlier.user_name : undefined
}

/**
 * Creates the connection and returns the updated link. Sending the same choice twice has no further effect.
 */
export async function choose(linking: Linking, link: Link, choice: Choice): Promise<Link> {
  const grant = grantOf(linking, link)
  await commitConnection(linking, link, grant, choice)
  return (await findLink(linking.store.db, link.workspace_id, link.id)) ?? link
}
