// Lists the emulated calls as a table for the documentation. The table is generated from the calls, so it
// cannot become stale.

import type { Call } from '../core/exchange.ts'
import { platforms as allPlatforms } from '../platforms/index.ts'
import type { PlatformDefinition } from '../platforms/platformDefinition.ts'

export function formatCallsTable(platforms: readonly PlatformDefinition[] = allPlatforms): string {
  return platforms
    .map(({ oauth: { title }, api, calls }) => {
      const rows = calls.map(
        ({ name: call, methods, path, docsUrl }) =>
          `| \`${call}\` | ${methods.join(', ')} \`${readablePath(path)}\` | [${pageName(docsUrl)}](${docsUrl}) |`,
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
  let output = ''
  for (let index = 0; index < source.length; ) {
    const name = /^\(\?<(\w+)>/.exec(source.slice(index))?.[1]
    if (name === undefined) {
      output += source.charAt(index)
      index++
    } else {
      output += `{${name}}`
      index = findGroupEnd(source, index) + 1
    }
  }
  return output.replaceAll(/\((?:\?:)?([^()|]+)\)\?/g, '[$1]').replaceAll('|', '\\|')
}

/** Returns the index at which the group that opens at `from` ends. */
function findGroupEnd(source: string, from: number): number {
  let depth = 0
  let inClass = false
  for (let index = from; index < source.length; index++) {
    const character = source.charAt(index)
    if (character === '\\') index++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return index
  }
  return source.length
}

/** Returns the last segment of a page's address, which is enough to recognize the page. */
function pageName(source: string): string {
  if (!URL.canParse(source)) return source
  const { hostname, pathname } = new URL(source)
  return pathname.split('/').filter(Boolean).at(-1) ?? hostname
}
