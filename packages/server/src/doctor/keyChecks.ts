// Checks for API keys with more scopes than they name.

import { type ApiKey, hasImplicitLeads, isValidKey, listKeys } from '../store/keys.ts'
import type { Store } from '../store/tables.ts'
import { type Finding, noteFinding } from './finding.ts'

const pageSize = 500
/** A longer list of ids would hide the other findings. */
const maxNamed = 10

/** Keys from releases without the scope `leads` have it implicitly, because `read` included leads there. */
export async function checkKeys({ db }: Store, now: number): Promise<Finding[]> {
  const implicitIds: string[] = []
  let page: ApiKey[] = []
  do {
    page = await listKeys(db, undefined, { limit: pageSize, after: page.at(-1)?.id ?? '' })
    const matches = page.filter((key) => isValidKey(key, now) && hasImplicitLeads(key.scopes))
    implicitIds.push(...matches.map(({ id }) => id))
  } while (page.length === pageSize)
  if (implicitIds.length === 0) return []
  const suffix = implicitIds.length > maxNamed ? ` (the first ${maxNamed} of ${implicitIds.length})` : ''
  const description = `API keys from an earlier release can read leads without the leads scope: ${implicitIds.slice(0, maxNamed).join(', ')}${suffix}.`
  const todo =
    'To make the scope explicit, run: npm run admin -- key rotate <keyId>. To remove the scope, create a key without the leads scope, and revoke the old key.'
  return [noteFinding('secrets', 'scopes', description, todo)]
}
