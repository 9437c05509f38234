// How the vendors' own clients handle varied responses. The tests of each client prove its rows, and
// `docs.test.ts` compares docs/sandbox.md with them. No client rejects a response because of its form.

export interface ClientFinding {
  readonly client:
    | 'facebook-nodejs-business-sdk'
    | 'google-ads-api'
    | 'google-ads-node'
    | 'linkedin-api-client'
  /** Kind of variation. */
  readonly kind: string
  readonly effect: string
}

export const clientFindings = {
  metaNumbers: {
    client: 'facebook-nodejs-business-sdk',
    kind: 'numberOrText',
    effect: 'Returns budgets and figures in their original form',
  },
  metaUnknown: {
    client: 'facebook-nodejs-business-sdk',
    kind: 'unknownFields',
    effect: 'Returns unknown fields as properties of the object',
  },
  metaEmptyPage: {
    client: 'facebook-nodejs-business-sdk',
    kind: 'emptyLastPage',
    effect: 'Cannot go back from an empty last page, because the page has no link',
  },
  googleUnknown: {
    client: 'google-ads-node',
    kind: 'unknownFields',
    effect: 'Drops unknown fields',
  },
  googleOrder: {
    client: 'google-ads-node',
    kind: 'order',
    effect: 'Returns rows in their original order',
  },
  googleApiUnknown: {
    client: 'google-ads-api',
    kind: 'unknownFields',
    effect: 'Returns unknown fields, and writes `No data type found` to the console for each',
  },
  linkedinUnknown: {
    client: 'linkedin-api-client',
    kind: 'unknownFields',
    effect: 'Returns unknown fields',
  },
  linkedinTotal: {
    client: 'linkedin-api-client',
    kind: 'offsetTotals',
    effect: 'Returns a total of −1',
  },
} as const satisfies Readonly<Record<string, ClientFinding>>

/** Returns the title of the test that proves a finding. */
export function findingTitle({ client, kind, effect }: ClientFinding): string {
  return `${client}, ${kind}: ${effect}`
}

export function findingsTable(): string {
  const rows = Object.values(clientFindings).map(
    ({ client, kind, effect }) => `| ${client} | \`${kind}\` | ${effect} |`,
  )
  return ['| client | kind | effect |', '|---|---|---|', ...rows].join('\n')
}
