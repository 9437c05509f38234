// Lists the emulated calls as a table for the documentation. The table is generated from the calls, so it
// cannot become stale.

import type { Call, Platform } from '../core/exchange.ts'
import { proPlatform } from '../pro/index.ts'
import { searchPlatform } from '../search/index.ts'
import { socialPlatform } from '../social/index.ts'
import { platformTitles } from './page.ts'

export function callsText(
  platforms: readonly Platform[] = [socialPlatform, searchPlatform, proPlatform],
): string {
  return platforms
    .map(({ name, calls }) => {
      const { title, api } = platformTitles[name]
      const rows = calls.map(
        ({ name: call, methods, path, source }) =>
          `| \`${call}\` | ${methods.join(', ')} \`${readablePath(path)}\` | [${pageName(source)}](${source}) |`,
      )
      return `### ${title}: ${api}, ${rows.length} calls\n\n| Call | Request | Source |\n|---|---|---|\n${rows.join('\n')}\n`
    })
    .join('\n')
}

/** Turns `^\/rest\/adAccounts\/(?<account>[^/]+)$` into `/rest/adAccounts/{account}`. */
export function readablePath(path: Call['path']): string {
  const source = path.source
    .replace(/^\^/, '')
    .replace(/(\\\/\?)?\$$/, '')
    .replaceAll('\\/', '/')
    .replaceAll('\\.', '.')
    .replaceAll('v\\d+.\\d+', 'v{version}')
    .replaceAll('\\d+', '{number}')
  let text = ''
  for (let at = 0; at < source.length; ) {
    const name = /^\(\?<(\w+)>/.exec(source.slice(at))?.[1]
    if (name === undefined) {
      text += source.charAt(at)
      at++
    } else {
      text += `{${name}}`
      at = closing(source, at) + 1
    }
  }
  return text.replaceAll(/\((?:\?:)?([^()|]+)\)\?/g, '[$1]').replaceAll('|', '\\|')
}

/** Returns the index at which the group that opens at `from` ends. */
function closing(source: string, from: number): number {
  let depth = 0
  let inClass = false
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at)
    if (sign === '\\') at++
    else if (inClass) inClass = sign !== ']'
    else if (sign === '[') inClass = true
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return source.length
}

/** Returns the last segment of a page's address, which is enough to recognize the page. */
function pageName(source: string): string {
  if (!URL.canParse(source)) return source
  const { hostname, pathname } = new URL(source)
  return pathname.split('/').filter(Boolean).at(-1) ?? hostname
}
