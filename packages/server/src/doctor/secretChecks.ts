// Checks of encryption: a round trip of a test value through the vault, and the keys of all stored secrets.

import type { Keyring } from '../encryption/keyring.ts'
import { requireDecryptableSamples, requireKnownSecrets, UnknownKeyError } from '../linking/rewrap.ts'
import { makeVault } from '../linking/vault.ts'
import { encryptedColumns, listEncryptedByOtherKeys, listEncryptionKeys } from '../store/encryptedColumns.ts'
import { hasPlaintextHookToken } from '../store/leadSources.ts'
import type { Store } from '../store/tables.ts'
import { brokenFinding, type Finding, noteFinding, okFinding } from './finding.ts'

export async function checkSecrets(keyring: Keyring, store: Store | undefined): Promise<Finding[]> {
  return [checkVault(keyring), ...(store ? await checkEncryptionKeys(keyring, store) : [])]
}

function checkVault(keyring: Keyring): Finding {
  const vault = makeVault(keyring)
  const cell = { workspaceId: 'doctor', table: 'credentials', id: 'doctor', column: 'access_token' } as const
  const canary = 'canary'
  const encrypted = vault.encrypt(cell, canary)
  if (vault.decrypt(cell, encrypted) === canary && !encrypted.includes(canary))
    return okFinding(
      'secrets',
      'vault',
      `adrail encrypted a test value with the key "${keyring.ids[0]}" and decrypted it.`,
    )
  return brokenFinding(
    'secrets',
    'vault',
    'adrail encrypted a test value, but could not decrypt it.',
    'Check ENCRYPTION_KEYS.',
  )
}

async function checkEncryptionKeys(keyring: Keyring, store: Store): Promise<Finding[]> {
  const keyIds = await listEncryptionKeys(store.db)
  // The service records a key before it encrypts the first secret with it.
  if (keyIds.length === 0)
    return [okFinding('secrets', 'keys', 'The database does not contain encrypted secrets yet.')]
  const hasUnknownKey = keyIds.some((id) => !keyring.ids.includes(id))
  try {
    if (hasUnknownKey) await requireKnownSecrets(store, keyring)
    await requireDecryptableSamples(store, keyring)
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error
    const todo =
      'Restore this key. Without the key, these secrets are lost, and the affected users must relink their accounts.'
    return [brokenFinding('secrets', 'keys', error.message, todo)]
  }
  return [await checkOldKeys(keyring, store), ...(await checkLeadHooks(store))]
}

async function checkOldKeys({ ids: [newest = ''] }: Keyring, { db }: Store): Promise<Finding> {
  for (const column of encryptedColumns)
    if ((await listEncryptedByOtherKeys(db, column, [newest], '', 1)).length > 0)
      return noteFinding(
        'secrets',
        'keys',
        `Some stored secrets are still encrypted with a key other than the first key, "${newest}".`,
        'Before you remove that key, run: npm run admin -- rewrap',
      )
  return okFinding('secrets', 'keys', 'All stored secrets are encrypted with the first key.')
}

async function checkLeadHooks({ db }: Store): Promise<Finding[]> {
  if (!(await hasPlaintextHookToken(db))) return []
  const todo = 'Once all processes run this release, run: npm run admin -- rewrap'
  return [
    noteFinding('secrets', 'lead hooks', 'The database contains lead hook addresses in plain text.', todo),
  ]
}
