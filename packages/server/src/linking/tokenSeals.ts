// Encryption and decryption of a credential's tokens.

import type { Tokens } from '../platforms/kit/provider.ts'
import type { Credential } from '../store/credentials.ts'
import type { Cell, Vault } from './vault.ts'

type SealedTokens = Pick<
  Credential,
  | 'access_token'
  | 'refresh_token'
  | 'access_expires_at'
  | 'refresh_expires_at'
  | 'data_access_expires_at'
  | 'issued_at'
  | 'scopes'
>

type Row = Pick<Credential, 'id' | 'workspace_id'>

export function sealTokens(vault: Vault, row: Row, tokens: Tokens): SealedTokens {
  return {
    access_token: vault.seal(cellOf(row, 'access_token'), tokens.accessToken),
    refresh_token: vault.seal(cellOf(row, 'refresh_token'), tokens.refreshToken),
    access_expires_at: tokens.accessExpiresAt,
    refresh_expires_at: tokens.refreshExpiresAt,
    data_access_expires_at: tokens.dataAccessExpiresAt,
    issued_at: tokens.issuedAt,
    scopes: tokens.scopes.join(' '),
  }
}

export function openTokens(vault: Vault, credential: Credential): Tokens {
  return {
    accessToken: openAccessToken(vault, credential),
    refreshToken: vault.open(cellOf(credential, 'refresh_token'), credential.refresh_token),
    accessExpiresAt: credential.access_expires_at,
    refreshExpiresAt: credential.refresh_expires_at,
    dataAccessExpiresAt: credential.data_access_expires_at,
    issuedAt: credential.issued_at,
    scopes: credential.scopes.split(' '),
  }
}

export function openAccessToken(vault: Vault, credential: Credential): string {
  return vault.open(cellOf(credential, 'access_token'), credential.access_token)
}

function cellOf({ id, workspace_id }: Row, column: string): Cell {
  return { workspaceId: workspace_id, table: 'credentials', id, column }
}
