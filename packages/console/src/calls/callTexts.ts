// Formats an API call for use outside of the console: with curl, with the client, and on the command line.

import type { Call } from './read.ts'

export function formatCurl({ operation, body }: Call): string {
  return [
    `curl -s ${location.origin}/${operation}`,
    `  -H "x-api-key: $ADRAIL_KEY" -H 'content-type: application/json'`,
    `  -d ${quoteForShell(JSON.stringify(body))}`,
  ].join(' \\\n')
}

export function formatClientCall({ operation, body }: Call): string {
  const method = operation.replace('/', '.')
  return `await adrail.${method}(${JSON.stringify(body, undefined, 2)})`
}

export function formatCommand({ operation, body }: Call): string {
  return `adrail ${operation.replace('/', ' ')} --body ${quoteForShell(JSON.stringify(body))}`
}

/** Quotes text for a shell. Inside single quotes, only the quote itself has a special meaning. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
