// Which versions of the API are spoken, and what those answer that are not.
// https://developers.google.com/google-ads/api/docs/sunset-dates

import type { Answer, Exchange } from '../core/exchange.ts'
import { Refusal, refusalAnswer } from './errors.ts'

/** What differs between them is marked in the schema with the version in which it came. */
export const spoken = [24, 25] as const
const newest = 25

/** Projected by month. The newest one goes on however far the clock is turned: nothing here could take its place. */
const ends: Readonly<Record<number, number>> = { 24: Date.UTC(2027, 4, 1) }

/** Older ones are blocked in the API's own words at first, and are no longer the API's to answer some months later. */
const oldestBlocked = 20

export function versionIn(path: string): number {
  return Number(/^\/v(\d+)\//.exec(path)?.[1] ?? newest)
}

/** The answer to a version that is not spoken, or not any more; nothing for one that is. */
export function versionRefusal(exchange: Exchange, requestId: string): Answer | undefined {
  const version = versionIn(exchange.path)
  const isSpoken = spoken.some((known) => known === version)
  if (isSpoken && exchange.now < (ends[version] ?? Number.POSITIVE_INFINITY)) return undefined
  if (version < oldestBlocked || version > newest)
    return { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: notFoundPage }
  const message = `Version v${version} is deprecated. Requests to this version will be blocked.`
  const refusal = new Refusal('INVALID_ARGUMENT', [{ code: 'requestError.UNSUPPORTED_VERSION', message }])
  return refusalAnswer(refusal, { requestId, version: newest })
}

/** The web server's, not the API's. */
const notFoundPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server. <ins>That’s all we know.</ins></html>
`
