// Which versions of the API are spoken, and what those answer that are not.
// https://developers.google.com/google-ads/api/docs/sunset-dates

import type { Exchange, HttpResponse } from '../core/exchange.ts'
import { SearchApiError, searchErrorResponse } from './errors.ts'

/** What differs between them is marked in the schema with the version in which it came. */
export const supportedVersions = [24, 25] as const
const newestVersion = 25

/** Projected by month. The newest one goes on however far the clock is turned: nothing here could take its place. */
const sunsetTimes: Readonly<Record<number, number>> = { 24: Date.UTC(2027, 4, 1) }

/** Older ones are blocked in the API's own words at first, and are no longer the API's to answer some months later. */
const oldestBlockedVersion = 20

export function parseVersion(path: string): number {
  return Number(/^\/v(\d+)\//.exec(path)?.[1] ?? newestVersion)
}

/** The answer to a version that is not spoken, or not any more; nothing for one that is. */
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

/** The web server's, not the API's. */
const notFoundPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server. <ins>That’s all we know.</ins></html>
`
