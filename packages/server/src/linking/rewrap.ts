// Key rotation: re-encrypts every stored secret under the newest key while the service runs.

import type { Keyring } from '../encryption/keyring.ts'
import {
  deleteEncryptionKey,
  type EncryptedColumn,
  encryptedColumns,
  findAnyEncrypted,
  listEncryptedByOtherKeys,
  listEncryptionKeys,
  recordEncryptionKey,
  replaceEncrypted,
} from '../store/encryptedColumns.ts'
import type { Db, Store } from '../store/tables.ts'
import { makeVault, type Vault } from './vault.ts'

const batchSize = 200

/** Secrets are stored that no configured key decrypts. */
export class UnknownKeyError extends Error {
  /** With `isReplaced`, a key of this id is configured, but with other bytes. */
  constructor(keyId: string, table: string, { isReplaced }: { readonly isReplaced?: boolean } = {}) {
    super(
      isReplaced
        ? `A secret in ${table} does not decrypt with the key "${keyId}": the key had other bytes when adrail encrypted the secret. ${keyId === 'local' ? 'Put the earlier encryption.key back into DATA_DIR.' : 'Put the earlier key of this id back into ENCRYPTION_KEYS.'}`
        : `Secrets in ${table} are encrypted with the key "${keyId}", ${missingKeyHint(keyId)} To remove it later, run: npm run admin -- rewrap`,
    )
  }
}

/** The generated key counts only while ENCRYPTION_KEYS is not set. */
function missingKeyHint(keyId: string): string {
  return keyId === 'local'
    ? 'which is in encryption.key in DATA_DIR. Add local:<content of encryption.key> to ENCRYPTION_KEYS, behind the first key.'
    : 'which ENCRYPTION_KEYS does not have. Add it again, behind the first key.'
}

/**
 * A service that cannot decrypt its secrets would fail later, user by user, so the service does not start.
 */
export async function requireKnownKeys(store: Store, keyring: Keyring): Promise<void> {
  const { db } = store
  const unknownIds = (await listEncryptionKeys(db)).filter((id) => !keyring.ids.includes(id))
  if (unknownIds.length > 0) await requireKnownSecrets(store, keyring)
  // No secret is encrypted under these keys any more.
  for (const id of unknownIds) await deleteEncryptionKey(db, id)
  const [newest = ''] = keyring.ids
  await recordEncryptionKey(db, newest)
}

/** Scans all secrets, which takes long. Runs only when a key that was once in use is missing. */
export async function requireKnownSecrets({ db }: Store, keyring: Keyring): Promise<void> {
  for (const column of encryptedColumns) {
    const [value] = await listEncryptedByOtherKeys(db, column, keyring.ids, '', 1)
    if (value) throw new UnknownKeyError(value.ciphertext.split('.', 1)[0] ?? '', column[0])
  }
}

/** Keys of one id can have different bytes, so samples of the secrets are decrypted. */
export async function requireDecryptableSecrets(store: Store, keyring: Keyring): Promise<void> {
  await requireKnownKeys(store, keyring)
  await requireDecryptableSamples(store, keyring)
}

/** Throws when one of the samples, one secret per column, does not decrypt. */
export async function requireDecryptableSamples({ db }: Store, keyring: Keyring): Promise<void> {
  const vault = makeVault(keyring)
  for await (const { keyId, table, open } of sampleSecrets(db, vault)) {
    try {
      open()
    } catch {
      throw new UnknownKeyError(keyId, table, { isReplaced: keyring.ids.includes(keyId) })
    }
  }
}

/**
 * Throws when secrets are stored and no sample decrypts. A
 * single damaged secret does not indicate wrong keys.
 */
export async function requireSomeDecryptable({ db }: Store, vault: Vault): Promise<void> {
  let failure: unknown
  for await (const { open } of sampleSecrets(db, vault)) {
    try {
      return void open()
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
}

async function* sampleSecrets(db: Db, vault: Vault) {
  for (const column of encryptedColumns) {
    const value = await findAnyEncrypted(db, column)
    if (!value) continue
    const [table, columnName] = column
    const { id, workspace_id: workspaceId, ciphertext } = value
    const decryptSample = () => vault.decrypt({ workspaceId, table, id, column: columnName }, ciphertext)
    yield { keyId: ciphertext.split('.', 1)[0] ?? '', table, open: decryptSample }
  }
}

/** Returns the number of re-encrypted secrets. Afterwards no secret is encrypted under another key. */
export async function rewrapSecrets(store: Store, keyring: Keyring): Promise<number> {
  await requireKnownKeys(store, keyring)
  let rewrapped = 0
  for (const column of encryptedColumns) rewrapped += await rewrapColumn(store, keyring, column)
  return rewrapped
}

async function rewrapColumn({ db }: Store, keyring: Keyring, column: EncryptedColumn): Promise<number> {
  const vault = makeVault(keyring)
  const [newest = ''] = keyring.ids
  const [table, columnName] = column
  let rewrapped = 0
  let after = ''
  for (;;) {
    const values = await listEncryptedByOtherKeys(db, column, [newest], after, batchSize)
    for (const value of values) {
      const cell = { workspaceId: value.workspace_id, table, id: value.id, column: columnName }
      // The update compares the value that was read, so it never undoes a concurrent refresh.
      if (
        await replaceEncrypted(db, column, value, vault.encrypt(cell, vault.decrypt(cell, value.ciphertext)))
      )
        rewrapped++
    }
    // Secrets that a process wrote concurrently under the old key are found by the next pass.
    if (values.length === 0 && after === '') return rewrapped
    after = values.at(-1)?.id ?? ''
  }
}
