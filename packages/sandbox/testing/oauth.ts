// Test helpers for consent and tokens: the authorization steps of an application, on any platform.

import { expect } from 'vitest'
import type { Sandbox } from '../src/index.ts'
import { buildUrl, type ConsentChoice, consentReturn, postForm } from './sandbox.ts'

type Parameters = Readonly<Record<string, string>>

/** Returns the code that a browser brings back from the consent page. */
export async function obtainCode(url: URL | string, choice: ConsentChoice = {}): Promise<string> {
  return (await consentReturn(url, choice)).get('code') ?? ''
}

/** An application that exchanges codes and refresh tokens as the OAuth standard describes. */
export function oauthClient(
  sandbox: Sandbox,
  app: {
    readonly client: { readonly client_id: string; readonly client_secret: string }
    readonly redirect_uri: string
    readonly authorizePath: string
    readonly tokenPath: string
    /** Parameters that the application sends to the consent page. */
    readonly authorizeParams: Parameters
  },
) {
  const { client, redirect_uri } = app
  const code = (extraParams: Parameters = {}, choice: ConsentChoice = {}) => {
    const query = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri,
      ...app.authorizeParams,
      ...extraParams,
    }
    return obtainCode(buildUrl(sandbox.url, app.authorizePath, query), choice)
  }
  const token = (form: Parameters, headers: Parameters = {}) =>
    postForm(`${sandbox.url}${app.tokenPath}`, form, headers)
  const redeem = (text: string, extraParams: Parameters = {}) =>
    token({ ...client, grant_type: 'authorization_code', code: text, redirect_uri, ...extraParams })
  const refresh = (text: unknown) =>
    token({ ...client, grant_type: 'refresh_token', refresh_token: String(text) })
  const link = async (extraParams: Parameters = {}, choice: ConsentChoice = {}) => {
    const { status, body } = await redeem(await code(extraParams, choice))
    expect(status).toBe(200)
    return body
  }
  return { code, token, redeem, refresh, linked: link }
}
