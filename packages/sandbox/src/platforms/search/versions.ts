// The supported API versions, and the errors for all other versions.
// https://developers.google.com/google-ads/api/docs/sunset-dates

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { SearchApiError, searchErrorResponse } from './errors.ts'

/** The schema marks the differences between versions with the version that introduced them. */
export const supportedVersions = [24, 25] as const
const newestVersion = 25

/**
 * Sunset dates, projected by month. The newest version never ends, because the sandbox has no successor for
 * it.
 */
const sunsetTimes: Readonly<Record<number, number>> = { 24: Date.UTC(2027, 4, 1) }

/** The API itself rejects versions from this one on. Older versions are unknown to the web server. */
const oldestBlockedVersion = 20

export function parseVersion(path: string): number {
  return Number(/^\/v(\d+)\//.exec(path)?.[1] ?? newestVersion)
}

/** Returns the error response for an unsupported version, or undefined for a supported one. */
export function searchVersionError(exchange: Exchange, requestId: string): HttpResponse | undefined {
  const version = parseVersion(exchange.path)
  const isSupported = supportedVersions.some((supported) => supported === version)
  if (isSupported && exchange.now < (sunsetTimes[version] ?? Number.POSITIVE_INFINITY)) return undefined
  if (version < oldestBlockedVersion || version > newestVersion)
    return { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: notFoundPage }
  const message = `Version v${version} is deprecated. Requests to this version will be blocked.`
  const error = new SearchApiError('INVALID_ARGUMENT', [
    { code: 'requestError.UNSUPPORTED_VERSION', message },
  ])
  return searchErrorResponse(error, { requestId, version: newestVersion })
}

/** The 404 page comes from the web server, not from the API. */
const notFoundPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server. <ins>That’s all we know.</ins></html>
`
