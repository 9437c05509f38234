// ID tokens of the search platform, signed so that the vendor's own library can verify them.
// https://developers.google.com/identity/openid-connect/openid-connect

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dataFileUrl, lazy } from '../../core/dataFiles.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Person } from '../../oauth/people.ts'

export const issuer = 'https://accounts.google.com'

/** The key is public on purpose: it protects nothing but the sandbox. */
const keyFile = dataFileUrl('media/identity-key.pem')
const certificateFile = dataFileUrl('media/identity-certificate.pem')

interface SigningKey {
  readonly id: string
  readonly private: KeyObject
  readonly public: KeyObject
  readonly certificate: string
}

const signingKey = lazy((): SigningKey => {
  const key = createPrivateKey(readFileSync(keyFile))
  const certificate = readFileSync(certificateFile, 'utf8')
  const id = createHash('sha1').update(certificate).digest('hex')
  return { id, private: key, public: createPublicKey(key), certificate }
})

export interface IdTokenRequest {
  readonly person: Person
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly nonce?: string
}

export function profileClaims(
  exchange: Exchange,
  person: Person,
  scopes: readonly string[],
): Record<string, unknown> {
  const hasScope = (name: string) => scopes.includes(`https://www.googleapis.com/auth/userinfo.${name}`)
  return {
    sub: person.ids.search,
    ...(hasScope('profile')
      ? {
          name: person.name,
          given_name: person.givenName,
          family_name: person.familyName,
          picture: `${exchange.origin}/_media/image/${person.key}-96x96.jpg`,
        }
      : {}),
    ...(hasScope('email') ? { email: person.email, email_verified: true } : {}),
  }
}

export function createIdToken(exchange: Exchange, request: IdTokenRequest): string {
  const key = signingKey()
  const issuedAt = Math.floor(exchange.now / 1000)
  const claims = {
    iss: issuer,
    azp: request.clientId,
    aud: request.clientId,
    ...profileClaims(exchange, request.person, request.scopes),
    at_hash: createHash('sha256').update(request.accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    iat: issuedAt,
    exp: issuedAt + 3600,
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signingInput = `${encode({ alg: 'RS256', kid: key.id, typ: 'JWT' })}.${encode(claims)}`
  return `${signingInput}.${createSign('RSA-SHA256').update(signingInput).sign(key.private, 'base64url')}`
}

/** Returns the claims of an ID token that the sandbox signed and that has not expired. */
export function verifyIdToken(token: string, now: number): Record<string, unknown> | undefined {
  const [header = '', body = '', signature = ''] = token.split('.')
  const isGenuine = createVerify('RSA-SHA256')
    .update(`${header}.${body}`)
    .verify(signingKey().public, signature, 'base64url')
  if (!isGenuine) return undefined
  // The signature proves that the sandbox wrote this object.
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>
  return Number(claims['exp']) * 1000 > now ? claims : undefined
}

export function publicKeys(): { keys: unknown[] } {
  const { id, public: key } = signingKey()
  return { keys: [{ ...key.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' }] }
}

export function certificates(): Record<string, string> {
  const { id, certificate } = signingKey()
  return { [id]: certificate }
}
