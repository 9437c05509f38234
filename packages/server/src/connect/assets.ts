// Assets of the connect pages, all served by adrail: the stylesheet in a workspace's color, and its logo.

import type { Routes } from '../http/routeTable.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import { parseColor } from '../runtime/color.ts'
import { findLogo } from '../store/brands.ts'
import { sendUnknownLink } from './outcome.ts'
import type { PublicSite } from './send.ts'
import { renderStylesheet } from './stylesheet.ts'

export function addAssetRoutes(routes: Routes, linking: PublicSite & Pick<LinkingDeps, 'store'>): void {
  /** The color is part of the URL, so that a cache never serves an old one. */
  routes.get('/connect/style.css', (exchange) =>
    exchange.send(
      200,
      {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      },
      renderStylesheet(parseColor(`#${exchange.query.get('colour') ?? ''}`)),
    ),
  )

  /**
   * The URL contains the logo's hash. If the logo is opened directly,
   * its headers prevent anything but displaying it.
   */
  routes.get('/connect/logo/:hash', async (exchange) => {
    const hash = exchange.parameters['hash'] ?? ''
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await findLogo(linking.store.db, hash) : undefined
    if (!logo) return sendUnknownLink(exchange, linking)
    const headers = {
      'content-type': logo.logo_type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    }
    exchange.send(200, headers, Buffer.from(logo.logo, 'base64'))
  })
}
