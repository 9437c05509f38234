// Binds a trip to the browser that began it: one cookie per link, in which the link's own token travels along.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkLifeMs } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import type { Link } from '../store/links.ts'

export interface Binding {
  readonly linkId: string
  readonly secret: string
  /** The link's token, which the platform's callback does not bring back. */
  readonly token: string
}

export function bindBrowser(reply: FastifyReply, linking: Linking, { linkId, secret, token }: Binding): void {
  reply.setCookie(`${prefixOf(linking)}${linkId}`, `${secret}.${token}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: linkLifeMs / 1000,
    secure: isSecure(linking),
  })
}

/** Every link of this browser, the newest last. */
export function bindingsOf(request: FastifyRequest, linking: Linking): Binding[] {
  const prefix = prefixOf(linking)
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(prefix))
    .flatMap(([name, value = '']) => {
      const [secret, token] = value.split('.')
      return secret && token ? [{ linkId: name.slice(prefix.length), secret, token }] : []
    })
    .sort((a, b) => (a.linkId < b.linkId ? -1 : 1))
}

export function bindingOf(request: FastifyRequest, linking: Linking, linkId: string): Binding | undefined {
  return bindingsOf(request, linking).find((binding) => binding.linkId === linkId)
}

/** Whether this is the browser in which the last trip of the link began. */
export function isSameBrowser(request: FastifyRequest, linking: Linking, link: Link): boolean {
  const binding = bindingOf(request, linking, link.id)
  return binding !== undefined && hashOf(binding.secret) === link.browser_hash
}

function prefixOf(linking: Linking): string {
  return isSecure(linking) ? '__Host-adrail-' : 'adrail-'
}

function isSecure(linking: Linking): boolean {
  return linking.publicUrl.startsWith('https:')
}
