// Values that try to be more than values, and the forms of the requests that they end up in.

import type { RequestRecord } from '@adrail/sandbox'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { SandboxDoor } from './sandbox.ts'
import type { TestService } from './service.ts'

const hostile = [
  '../me',
  '..%2fme',
  '%2e%2e/me',
  'me?fields=name',
  '1,2',
  '1/../2',
  'act_1/campaigns',
  '1&access_token=x',
  '1#fragment',
  '1;2',
  '{result=a:$.id}',
  '1\r\nHost: evil.example',
  '\u0000',
  '\u202e1',
  '"]}',
  "'; drop table users; --",
  '$(id)',
  '{{7*7}}',
  '&limit=9999&access_token=EAAB',
  '?access_token=x#',
  '//evil.example/x',
  '\\\\evil.example',
  '[{"field":"id"}]',
  '"},{"method":"DELETE","relative_url":"me/permissions"}',
  '),status:(values:List(DRAFT)',
  'urn:li:sponsoredCampaign:1',
  'List(1,2)',
]
const anything = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** The form of a request: where it goes, and which members and parameters it has, whatever their values. */
function formOf({ method, url, body, call }: RequestRecord): string {
  const { pathname, searchParams } = new URL(url, 'http://platform')
  const form = method === 'POST' ? membersOf(body) : []
  return [call, method, pathname, [...searchParams.keys()].toSorted(), form.toSorted()].join(' ')
}

function membersOf(body: string): string[] {
  return body.startsWith('{') ? pathsIn(JSON.parse(body)) : [...new URLSearchParams(body).keys()]
}

function pathsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, `${path}/${name}`))
}

interface World {
  readonly service: TestService
  readonly sandbox: SandboxDoor
}

/** Sends hostile values in turns and collects the forms of what reached the platform. */
export async function formsOfHostile(
  { service, sandbox }: World,
  count: number,
  send: (value: string) => Promise<{ readonly status: number }>,
): Promise<string[]> {
  const forms = new Set<string>()
  for (let sent = 0; sent < count; sent += 100) {
    await sandbox.forget()
    for (const value of fc.sample(anything, { numRuns: Math.min(100, count - sent), seed: sent + 1 })) {
      const { status } = await send(value)
      expect(status).toBeLessThan(500)
    }
    for (const request of await sandbox.requests()) forms.add(formOf(request))
    service.clock.advance(600_000)
  }
  return [...forms]
}

/** The forms of what honest requests make the platform be asked. */
export async function formsOfHonest({ sandbox }: World, send: () => Promise<unknown>): Promise<string[]> {
  await sandbox.forget()
  await send()
  return [...new Set((await sandbox.requests()).map(formOf))]
}
