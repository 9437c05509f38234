// The service's encryption keys, for secrets and cursors. The first key encrypts. All keys decrypt.

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Runtime } from '../runtime/runtime.ts'

export interface EncryptionKey {
  readonly id: string
  readonly bytes: Buffer
}

export interface Keyring {
  /** Encrypts a text. Only the same purpose and binding decrypt the ciphertext. */
  encrypt(purpose: string, binding: string, text: string): string
  decrypt(purpose: string, binding: string, ciphertext: string): string | undefined
  /** The IDs of all keys. The first one is the key that encrypts. */
  readonly ids: readonly string[]
}

const nonceBytes = 12
const tagBytes = 16

export function makeKeyring(keys: readonly [EncryptionKey, ...EncryptionKey[]], runtime: Runtime): Keyring {
  // Each purpose has its own derived key, so that an encrypted cursor can never pass for an encrypted token.
  const derivedKeys = new Map<string, KeyObject>()
  const getDerivedKey = (key: EncryptionKey, purpose: string): KeyObject => {
    const name = `${key.id} ${purpose}`
    const cached = derivedKeys.get(name)
    if (cached) return cached
    const created = createSecretKey(Buffer.from(hkdfSync('sha256', key.bytes, '', `adrail ${purpose}`, 32)))
    derivedKeys.set(name, created)
    return created
  }

  return {
    ids: keys.map(({ id }) => id),
    encrypt(purpose, binding, text) {
      const [active] = keys
      const nonce = runtime.randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', getDerivedKey(active, purpose), nonce)
      cipher.setAAD(Buffer.from(binding))
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `${active.id}.${encrypted.toString('base64url')}`
    },

    decrypt(purpose, binding, ciphertext) {
      const [, id, data] = /^([a-z0-9]{1,16})\.([A-Za-z0-9_-]+)$/.exec(ciphertext) ?? []
      const key = keys.find((candidate) => candidate.id === id)
      if (!key || !data) return undefined
      const bytes = Buffer.from(data, 'base64url')
      // Other base64url spellings of the same bytes are not ciphertexts that adrail issued.
      if (bytes.length < nonceBytes + tagBytes || bytes.toString('base64url') !== data) return undefined
      const decipher = createDecipheriv(
        'aes-256-gcm',
        getDerivedKey(key, purpose),
        bytes.subarray(0, nonceBytes),
      )
      decipher.setAAD(Buffer.from(binding))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
        return text.toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
