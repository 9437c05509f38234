// Routes of the console: its files, the session, pictures of platforms, and the operations, which
// authenticate with the session instead of a key. No other route reads the session cookie.

import { declarationOf, operationNames, type Platform, scopesOf } from '@adrail/contract'
import { csrfToken, type Session } from '../admission/sessions.ts'
import { isUrgent } from '../admission/urgentAccess.ts'
import { readJson } from '../http/body.ts'
import { clearSiteHeaders } from '../http/clearSiteData.ts'
import type { DemoKey } from '../http/demoKey.ts'
import type { Exchange } from '../http/exchange.ts'
import { sendEnvelope } from '../http/httpResponses.ts'
import { type OperationOptions, performOperation } from '../http/operationRoutes.ts'
import type { Routes } from '../http/routeTable.ts'
import { ServiceError } from '../runtime/errors.ts'
import { addConsoleFiles } from './consoleFiles.ts'
import { assertProof } from './keyProof.ts'
import { requireOwnPage, requirePageToken } from './ownPages.ts'
import { type PlatformPictures, sendPicture } from './platformPictures.ts'
import { readSessionSecret, sessionCookie } from './sessionCookie.ts'

export interface ConsoleOptions extends OperationOptions {
  readonly pictures: PlatformPictures
  /** The sandbox emulates these platforms. */
  readonly sandboxedPlatforms: readonly Platform[]
  /** The sandbox has a page of its own here, when this service runs the sandbox. */
  readonly sandboxUrl: string
  publicUrl(): string
  readonly demo: DemoKey
}

const maxSignInBytes = 1024

export function addConsole(routes: Routes, options: ConsoleOptions): void {
  const { service, pictures, publicUrl } = options
  const { sessions } = service
  const findSession = async (exchange: Exchange) => {
    const secret = readSessionSecret(exchange, publicUrl())
    const session = secret === undefined ? undefined : await sessions.find('console', secret)
    return secret && session ? { ...session, secret } : undefined
  }

  routes.get('/console/session', async (exchange) => {
    const session = await findSession(exchange)
    const demo = options.demo.apiKeyFor(exchange) !== ''
    const sessionState = session ? describeSession(session, options) : { signedIn: false }
    sendEnvelope(exchange, 200, { success: true, error: '', demo, ...sessionState })
  })

  routes.post('/console/session', async (exchange) => {
    requireOwnPage(exchange, publicUrl())
    const apiKey = await readApiKey(exchange, options)
    const caller = await service.authenticator.authenticate(apiKey, () => exchange.address)
    const previousSecret = readSessionSecret(exchange, publicUrl())
    if (previousSecret !== undefined) await sessions.end('console', previousSecret, exchange)
    const secret = await sessions.begin('console', caller, exchange)
    sendEnvelope(
      exchange,
      200,
      { success: true, error: '' },
      { 'set-cookie': sessionCookie(secret, publicUrl()) },
    )
  })

  routes.post('/console/session/end', async (exchange) => {
    requireOwnPage(exchange, publicUrl())
    const secret = readSessionSecret(exchange, publicUrl())
    if (secret !== undefined) await sessions.end('console', secret, exchange)
    sendEnvelope(
      exchange,
      200,
      { success: true, error: '' },
      { 'set-cookie': sessionCookie('', publicUrl()), ...clearSiteHeaders },
    )
  })

  routes.post('/console/session/proof', async (exchange) => {
    requireOwnPage(exchange, publicUrl())
    const session = await findSession(exchange)
    if (!session) throw service.authenticator.recordFailure(exchange.address)
    requirePageToken(exchange, session.secret)
    const apiKey = await readApiKey(exchange, options)
    const { keyId } = await service.authenticator.authenticate(apiKey, () => exchange.address)
    if (keyId !== session.caller.keyId) throw service.authenticator.recordFailure(exchange.address)
    await sessions.recordReauthentication(session.secret)
    sendEnvelope(exchange, 200, { success: true, error: '' })
  })

  const callerLookup = (exchange: Exchange) => ({
    findCaller: async () => (await findSession(exchange))?.caller,
  })
  for (const operation of operationNames)
    routes.operation(
      `/console/api/${operation}`,
      async (exchange) => {
        requireOwnPage(exchange, publicUrl())
        const session = await findSession(exchange)
        if (!session) throw service.authenticator.recordFailure(exchange.address)
        requirePageToken(exchange, session.secret)
        const { caller } = session
        await performOperation(operation, exchange, options, {
          surface: 'console',
          apiKey: undefined,
          admitted: { caller },
          checkBody: (body) => assertProof(operation, body, session),
          extraResults: (results) => pictures.referencesFor(operation, results, caller),
        })
      },
      { callerLookup, canBeUrgent: isUrgent(operation) },
    )

  routes.get('/console/picture/:reference', async (exchange) => {
    const session = await findSession(exchange)
    if (!session) throw service.authenticator.recordFailure(exchange.address)
    const picture = await pictures.find(exchange.parameters['reference'] ?? '', session.caller)
    if (!picture) throw new ServiceError('UNKNOWN_OPERATION')
    sendPicture(exchange, picture)
  })

  addConsoleFiles(routes, publicUrl)
}

/** Returns the key that the user entered, or the demo key for a browser that may use it. */
async function readApiKey(exchange: Exchange, { demo }: ConsoleOptions): Promise<string | undefined> {
  const body = await readJson(exchange.request, maxSignInBytes, () => {})
  if (typeof body !== 'object' || body === null) return undefined
  if ('apiKey' in body && typeof body.apiKey === 'string') return body.apiKey
  const wantsDemo = 'demo' in body && body.demo === true
  return wantsDemo ? demo.apiKeyFor(exchange) : undefined
}

function describeSession(
  { sessionId, caller, workspaceName, keyName, secret }: Session & { readonly secret: string },
  { sandboxedPlatforms, sandboxUrl }: ConsoleOptions,
) {
  return {
    signedIn: true,
    sessionId,
    pageToken: csrfToken(secret),
    workspace: { workspaceId: caller.workspaceId, name: workspaceName },
    key: { keyId: caller.keyId, name: keyName },
    operations: operationNames.filter((name) =>
      scopesOf(declarationOf(name)).some((scope) => caller.scopes.has(scope)),
    ),
    sandboxed: sandboxedPlatforms,
    sandboxUrl,
  }
}
