// The client has no types. This file declares the parts that the tests use.

declare module 'simple-oauth2' {
  interface Settings {
    client: { id: string; secret: string }
    auth: { tokenHost: string; tokenPath?: string; authorizePath?: string; revokePath?: string }
    options?: { authorizationMethod?: 'header' | 'body' }
  }

  export interface AccessToken {
    token: Readonly<Record<string, unknown>>
    expired(windowSeconds?: number): boolean
    refresh(): Promise<AccessToken>
    revoke(kind: 'access_token' | 'refresh_token'): Promise<void>
  }

  export class AuthorizationCode {
    constructor(settings: Settings)
    authorizeURL(parameters: Readonly<Record<string, string>>): string
    getToken(parameters: { code: string; redirect_uri: string }): Promise<AccessToken>
  }
}
