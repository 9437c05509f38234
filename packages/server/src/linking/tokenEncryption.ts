// Encryption and decryption of a credential's tokens.

import type { Tokens } from '../platforms/connector-kit/provider.ts'
import type { Credential } from '../store/credentials.ts'
import type { SecretCell, Vault } from './vault.ts'

type EncryptedTokens = Pick<
  Credential,
  | 'access_token'
  | 'refresh_token'
  | 'access_expires_at'
  | 'refresh_expires_at'
  | 'data_access_expires_at'
  | 'issued_at'
  | 'scopes'
>

type CredentialKey = Pick<Credential, 'id' | 'workspace_id'>

export function encryptTokens(vault: Vault, row: CredentialKey, tokens: Tokens): EncryptedTokens {
  return {
    access_token: vault.encrypt(tokenCell(row, 'access_token'), tokens.accessToken),
    refresh_token: vault.encrypt(tokenCell(row, 'refresh_token'), tokens.refreshToken),
    access_expires_at: tokens.accessExpiresAt,
    refresh_expires_at: tokens.refreshExpiresAt,
    data_access_expires_at: tokens.dataAccessExpiresAt,
    issued_at: tokens.issuedAt,
    scopes: tokens.scopes.join(' '),
  }
}

export function decryptTokens(vault: Vault, credential: Credential): Tokens {
  return {
    accessToken: decryptAccessToken(vault, credential),
    refreshToken: vault.decrypt(tokenCell(credential, 'refresh_token'), credential.refresh_token),
    accessExpiresAt: credential.access_expires_at,
    refreshExpiresAt: credential.refresh_expires_at,
    dataAccessExpiresAt: credential.data_access_expires_at,
    issuedAt: credential.issued_at,
    scopes: credential.scopes.split(' '),
  }
}

export function decryptAccessToken(vault: Vault, credential: Credential): string {
  return vault.decrypt(tokenCell(credential, 'access_token'), credential.access_token)
}

function tokenCell({ id, workspace_id }: CredentialKey, column: string): SecretCell {
  return { workspaceId: workspace_id, table: 'credentials', id, column }
}
