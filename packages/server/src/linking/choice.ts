// What a user can choose after a consent, and the choice itself.

import type { Grant } from '../platforms/kit/provider.ts'
import { linkedPerson } from '../store/connections.ts'
import { findLink, type Link } from '../store/links.ts'
import { type Choice, commitConnection } from './commit.ts'
import type { Linking } from './linking.ts'
import { linkCell } from './linkSecrets.ts'

/** What of a list can be chosen. */
export function usable<Option extends { readonly unusable: string }>(options: readonly Option[]): Option[] {
  return options.filter(({ unusable }) => unusable === '')
}

export function grantOf(linking: Linking, link: Link): Grant {
  // Sealed by weigh, from what the provider returned.
  return JSON.parse(linking.vault.open(linkCell(link, 'draft'), link.draft)) as Grant
}

/** The name of the person who linked before, empty if it is not known, when somebody else gave consent now. */
export async function otherPerson(linking: Linking, link: Link, grant: Grant): Promise<string | undefined> {
  const earlier = await linkedPerson(linking.store.db, link.workspace_id, link.user_id, link.platform)
  return earlier && earlier.upstream_user_id !== grant.person.id ? earlier.user_name : undefined
}

/** Makes the connection. Sending the same choice twice does it once. The link as it is afterwards. */
export async function choose(linking: Linking, link: Link, choice: Choice): Promise<Link> {
  const grant = grantOf(linking, link)
  await commitConnection(linking, link, grant, choice)
  return (await findLink(linking.store.db, link.workspace_id, link.id)) ?? link
}
