// A call as somebody would write it elsewhere: with curl, with the client, on the command line.

import type { Call } from './read.ts'

export function curlText({ operation, body }: Call): string {
  return [
    `curl -s ${location.origin}/${operation}`,
    `  -H "x-api-key: $ADRAIL_KEY" -H 'content-type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n')
}

export function clientText({ operation, body }: Call): string {
  const method = operation.replace('/', '.')
  return `await adrail.${method}(${JSON.stringify(body, undefined, 2)})`
}

export function commandText({ operation, body }: Call): string {
  return `adrail ${operation.replace('/', ' ')} --body ${quoted(JSON.stringify(body))}`
}

/** For a shell: nothing inside single quotes means anything but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
