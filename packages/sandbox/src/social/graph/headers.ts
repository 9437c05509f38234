// Headers that every answer of the Graph API carries.

import type { Exchange } from '../../core/exchange.ts'

/** Oldest and newest version that are served. */
export const oldestVersion = 24
export const newestVersion = 26

/** The version a path asks for, such as `v26.0`; calls without one are served by the oldest living version. */
export function versionOf(path: string): string {
  return /^\/(v\d+\.\d+)(?:\/|$)/.exec(path)?.[1] ?? `v${oldestVersion}.0`
}

export function standardHeaders(exchange: Exchange, trace: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'facebook-api-version': versionOf(exchange.path),
    'x-fb-trace-id': trace,
    'x-fb-request-id': trace,
    'x-fb-rev': '1029384756',
    'x-fb-debug': `${trace}${trace}==`,
  }
}
