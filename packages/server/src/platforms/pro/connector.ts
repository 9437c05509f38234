// Speaks to the professional network for one connected user, in the platform's own words.

import type { Connected } from '../kit/connected.ts'
import { asList, asText, at } from '../kit/values.ts'
import { Calls } from './calls.ts'
import { isPermissionMissing } from './errors.ts'
import { drainByOffset } from './paging.ts'
import type { ProPlatform } from './platform.ts'
import type { AdSegment, DmpSegment } from './wire.ts'

/** The audiences of an account: of the one kind or of the other, because their ids are not of one space. */
export type Segments =
  | { readonly kind: 'dmp'; readonly segments: readonly DmpSegment[] }
  | { readonly kind: 'ad'; readonly segments: readonly AdSegment[] }

export class ProConnector {
  readonly #connected: Connected<'pro'>
  readonly #calls: Calls

  constructor(platform: ProPlatform, connected: Connected<'pro'>) {
    this.#connected = connected
    this.#calls = new Calls(platform, connected)
  }

  get selection(): Connected<'pro'>['selection'] {
    return this.#connected.selection
  }

  /** DMP segments; ad segments where the app lacks the permission for those. */
  async segments(): Promise<Segments> {
    try {
      return { kind: 'dmp', segments: await this.#dmpSegments() }
    } catch (error) {
      if (!isPermissionMissing(error)) throw this.#calls.translated(error)
    }
    try {
      return { kind: 'ad', segments: await this.#adSegments() }
    } catch (error) {
      throw this.#calls.translated(error)
    }
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments#find-dmp-segments-by-account */
  async #dmpSegments(): Promise<readonly DmpSegment[]> {
    const account = this.#accountUrn()
    const rows = await drainByOffset((page) =>
      this.#calls.find('dmpSegments', 'account', { account, ...page }),
    )
    return distinct(rows.map(dmpSegmentOf))
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
  async #adSegments(): Promise<readonly AdSegment[]> {
    const accounts = [this.#accountUrn()]
    const rows = await drainByOffset((page) =>
      this.#calls.find('adSegments', 'accounts', { accounts, ...page }),
    )
    return distinct(rows.map(adSegmentOf))
  }

  #accountUrn(): string {
    return `urn:li:sponsoredAccount:${this.selection.accountId}`
  }
}

/** Lists can shift while they are read: what comes twice counts once. */
function distinct<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function dmpSegmentOf(row: unknown): DmpSegment {
  return {
    id: idOf(row),
    name: asText(at(row, 'name')),
    type: asText(at(row, 'type')),
    sourcePlatform: asText(at(row, 'sourcePlatform')),
    account: asText(at(row, 'account')),
    inputCount: numberAt(row, 'inputCount'),
    destinations: asList(at(row, 'destinations')).map((destination) => ({
      destination: asText(at(destination, 'destination')),
      destinationSegmentId: asText(at(destination, 'destinationSegmentId')),
      status: asText(at(destination, 'status')),
      audienceSize: numberAt(destination, 'audienceSize'),
      matchedCount: numberAt(destination, 'matchedCount'),
      created: numberAt(destination, 'created') ?? 0,
      lastModified: numberAt(destination, 'lastModified') ?? 0,
    })),
  }
}

function adSegmentOf(row: unknown): AdSegment {
  return {
    id: idOf(row),
    name: asText(at(row, 'name')),
    type: asText(at(row, 'type')),
    account: asText(at(row, 'account')),
    status: asText(at(row, 'status')),
    approximateMemberCount: numberAt(row, 'approximateMemberCount'),
    created: numberAt(row, 'created', 'time') ?? 0,
    lastModified: numberAt(row, 'lastModified', 'time') ?? 0,
  }
}

/** Ids are numbers; where a URN comes instead, its last part is the number. */
function idOf(row: unknown): number {
  const text = asText(at(row, 'id'))
  return Number(text.slice(text.lastIndexOf(':') + 1))
}

function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : undefined
}
