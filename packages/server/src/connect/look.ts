// What the pages load besides themselves, all of it from here: the stylesheet in a workspace's colour, and its logo.

import { colourIn } from '../base/colour.ts'
import type { Routes } from '../http/routeTable.ts'
import type { Linking } from '../linking/linking.ts'
import { findLogo } from '../store/brands.ts'
import { sendUnknown } from './outcome.ts'
import { styleIn } from './style.ts'

export function addLook(routes: Routes, linking: Linking): void {
  /** The colour stands in the address, so that a new one is never hidden by a cache. */
  routes.get('/connect/style.css', (exchange) =>
    exchange.send(
      200,
      {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      },
      styleIn(colourIn(`#${exchange.query.get('colour') ?? ''}`)),
    ),
  )

  /** By its hash, which changes with it. Opened by itself it is a picture and nothing else. */
  routes.get('/connect/logo/:hash', async (exchange) => {
    const hash = exchange.parameters['hash'] ?? ''
    const found = /^[0-9a-f]{64}$/.test(hash) ? await findLogo(linking.store.db, hash) : undefined
    if (!found) return sendUnknown(exchange, linking)
    const headers = {
      'content-type': found.logo_type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    }
    exchange.send(200, headers, Buffer.from(found.logo, 'base64'))
  })
}
