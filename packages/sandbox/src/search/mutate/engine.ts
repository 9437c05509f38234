// Carries out the operations of a mutate, one after another on a draft of the account.
// https://developers.google.com/google-ads/api/docs/mutating/overview

import { zoneOf } from '../../delivery/zone.ts'
import type { Finding, PathElement } from '../errors.ts'
import { kindOfMessage, lastPart, type ResourceKind } from '../resources.ts'
import { messageNamed } from '../schema/messages.ts'
import { at, isWire, setAt, text, type Wire } from '../wire.ts'
import { type Checks, checkCreated, checkValue } from './check.ts'
import { type Draft, isRemoved } from './draft.ts'
import { maskedFields } from './mask.ts'
import type { RuleContext } from './rule.ts'
import { rulesOf } from './rules/all.ts'

export interface Operation {
  readonly kind: ResourceKind
  /** `{create | update | remove, updateMask}` */
  readonly body: Wire
  /** The way to the operation in the request. */
  readonly path: readonly PathElement[]
}

export type Outcome =
  | { readonly name: string; readonly resource: Wire }
  | { readonly findings: readonly Finding[] }

export class Engine {
  readonly #draft: Draft
  readonly #today: number
  /** Temporary names and what became of them; undefined after a failed creation. */
  readonly #temporary = new Map<string, string | undefined>()
  /** Temporary numbers already given, whatever the kind. */
  readonly #numbers = new Set<string>()
  readonly #touched = new Set<string>()

  constructor(draft: Draft) {
    this.#draft = draft
    this.#today = zoneOf(text(draft.account.customer['timeZone'])).dayOf(draft.now)
  }

  carryOut(operation: Operation): Outcome {
    const { kind, body, path } = operation
    const { create, update, remove } = body
    if (isWire(create)) return this.#create(kind, structuredClone(create), [...path, 'create'])
    if (isWire(update)) return this.#update(kind, update, text(body['updateMask']), path)
    if (typeof remove === 'string') return this.#remove(kind, remove, [...path, 'remove'])
    return { findings: [{ code: 'requestError.OPERATION_REQUIRED', path }] }
  }

  #create(kind: ResourceKind, resource: Wire, path: PathElement[]): Outcome {
    const findings: Finding[] = []
    const given = text(resource['resourceName'])
    const temporary = this.#temporaryName(kind, given, path, findings)
    this.#checkDeclaration(kind, path, findings)
    checkCreated(kind.message, resource, path, this.#checks(findings))
    if (text(resource['status']) === 'REMOVED') {
      findings.push({
        code: 'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED',
        path: [...path, 'status'],
      })
    }
    const rules = rulesOf(kind.name)
    const context = this.#context(path, findings)
    // A rule may rely on what the declarations promise, so it is not asked about a resource that already failed them.
    const existing = findings.length === 0 ? rules.create?.(context, resource) : undefined
    if (findings.length > 0) {
      if (temporary !== undefined && !this.#temporary.has(temporary))
        this.#temporary.set(temporary, undefined)
      return { findings }
    }
    if (existing !== undefined) {
      if (temporary !== undefined) this.#temporary.set(temporary, existing)
      return { name: existing, resource: this.#draft.get(kind.name, existing) ?? resource }
    }
    const name = this.#identify(kind, resource)
    if (kind.identity !== 'own' && given !== '' && given !== name) {
      return {
        findings: [
          { code: 'mutateError.INCONSISTENT_FIELD_VALUES', path: [...path, 'resource_name'], trigger: given },
        ],
      }
    }
    const present = this.#draft.get(kind.name, name)
    if (present !== undefined && !isRemoved(present)) {
      return { findings: [{ code: 'mutateError.RESOURCE_ALREADY_EXISTS', path, trigger: name }] }
    }
    this.#put(kind, name, resource, 'create')
    if (temporary !== undefined) this.#temporary.set(temporary, name)
    rules.created?.(context, resource)
    return { name, resource }
  }

  #update(kind: ResourceKind, update: Wire, mask: string, operationPath: readonly PathElement[]): Outcome {
    const path: PathElement[] = [...operationPath, 'update']
    const findings: Finding[] = []
    const before = this.#existing(kind, text(update['resourceName']), [...path, 'resource_name'], findings)
    if (before === undefined) return { findings }
    const fields = maskedFields(kind.message, mask, [...operationPath, 'update_mask'], findings)
    this.#checkDeclaration(kind, path, findings, new Set(fields.map(({ names }) => names.join('.'))))
    const resource = structuredClone(before)
    for (const { field, names, json } of fields) {
      const value = at(update, json)
      if (value === undefined) setAt(resource, json, undefined)
      else {
        const parent = [...path, ...names.slice(0, -1)]
        setAt(resource, json, checkValue(field, structuredClone(value), parent, this.#checks(findings)))
      }
      clearUnion(kind.message, names[0] ?? '', resource)
    }
    if (text(resource['status']) === 'REMOVED') {
      findings.push({
        code: 'requestError.INVALID_ENUM_VALUE',
        path: [...path, 'status'],
        trigger: 'REMOVED',
      })
    }
    const changed = new Set(fields.map(({ names }) => names.join('.')))
    if (findings.length === 0) {
      rulesOf(kind.name).update?.(this.#context(path, findings), resource, before, changed)
    }
    if (findings.length > 0) return { findings }
    const name = text(resource['resourceName'])
    this.#put(kind, name, resource, 'update')
    return { name, resource }
  }

  #remove(kind: ResourceKind, given: string, path: PathElement[]): Outcome {
    const findings: Finding[] = []
    const before = this.#existing(kind, given, path, findings)
    if (before === undefined) return { findings }
    this.#checkDeclaration(kind, path, findings)
    rulesOf(kind.name).remove?.(this.#context(path, findings), before)
    if (findings.length > 0) return { findings }
    const resource: Wire = { ...before, status: 'REMOVED' }
    const name = text(before['resourceName'])
    this.#put(kind, name, resource, 'remove')
    return { name, resource }
  }

  #put(kind: ResourceKind, name: string, resource: Wire, verb: 'create' | 'update' | 'remove'): void {
    this.#draft.put(kind.name, name, resource)
    this.#draft.effects.push({ verb, kind: kind.name, name })
    if (verb !== 'create') this.#touched.add(name)
  }

  /** The resource an update or removal is about. */
  #existing(kind: ResourceKind, given: string, path: PathElement[], findings: Finding[]): Wire | undefined {
    if (given === '') {
      findings.push({ code: 'requestError.RESOURCE_NAME_MISSING', path })
      return undefined
    }
    const resolved = this.#resolve(kind, given)
    if ('code' in resolved) {
      findings.push({ ...resolved, path, trigger: given })
      return undefined
    }
    const found =
      this.#draft.get(kind.name, resolved.name) ?? rulesOf(kind.name).implied?.(this.#draft, resolved.name)
    if (found === undefined) {
      findings.push({ code: 'mutateError.RESOURCE_NOT_FOUND', path, trigger: given })
      return undefined
    }
    if (isRemoved(found)) {
      findings.push({
        code: 'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
        path,
        trigger: given,
      })
      return undefined
    }
    if (this.#touched.has(resolved.name)) {
      findings.push({ code: 'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES', path, trigger: given })
      return undefined
    }
    return found
  }

  #temporaryName(
    kind: ResourceKind,
    given: string,
    path: PathElement[],
    findings: Finding[],
  ): string | undefined {
    if (given === '' || kind.identity !== 'own') return undefined
    const here = [...path, 'resource_name']
    const id = this.#idIn(kind, given)
    if (id === undefined) {
      findings.push({ code: 'requestError.RESOURCE_NAME_MALFORMED', path: here, trigger: given })
      return undefined
    }
    if (!id.startsWith('-')) {
      findings.push({ code: 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE', path: here, trigger: given })
      return undefined
    }
    if (this.#numbers.has(id)) {
      findings.push({ code: 'newResourceCreationError.DUPLICATE_TEMP_IDS', path: here, trigger: given })
    }
    this.#numbers.add(id)
    return given
  }

  /** The last part of a well-formed name of this account and kind. */
  #idIn(kind: ResourceKind, name: string): string | undefined {
    const prefix = this.#draft.nameOf(kind.collection, '')
    if (!name.startsWith(prefix)) return undefined
    const id = name.slice(prefix.length)
    const part = kind.identity === 'own' ? /^-?\d+$/ : /^-?\w+(~-?\w+)*$/
    return part.test(id) ? id : undefined
  }

  #resolve(kind: ResourceKind, name: string): { name: string } | { code: string; message?: string } {
    const id = this.#idIn(kind, name)
    if (id === undefined) {
      const ofAnother = /^customers\/\d+\/\w+\/[-\w~]+$/.test(name) && name.split('/')[2] === kind.collection
      return { code: ofAnother ? 'mutateError.RESOURCE_NOT_FOUND' : 'requestError.RESOURCE_NAME_MALFORMED' }
    }
    if (this.#temporary.has(name)) {
      const real = this.#temporary.get(name)
      return real === undefined
        ? { code: 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS' }
        : { name: real }
    }
    if (kind.identity !== 'own' && id.includes('-')) return this.#resolveParts(kind, id)
    return { name }
  }

  /** A name made of other resources' ids may hold temporary ones. */
  #resolveParts(kind: ResourceKind, id: string): { name: string } | { code: string } {
    const parts = id.split('~')
    for (const [index, part] of parts.entries()) {
      if (!part.startsWith('-')) continue
      const known = [...this.#temporary].find(([name]) => lastPart(name) === part)
      if (known === undefined) return { code: 'mutateError.RESOURCE_NOT_FOUND' }
      if (known[1] === undefined) return { code: 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS' }
      parts[index] = lastPart(known[1])
    }
    return { name: this.#draft.nameOf(kind.collection, parts.join('~')) }
  }

  #checks(findings: Finding[]): Checks {
    return {
      findings,
      resolve: (message, name) => {
        const kind = kindOfMessage(message)
        if (kind === undefined || message.endsWith('Constant')) return { name }
        if (message === 'Customer') return { name }
        const resolved = this.#resolve(kind, name)
        if ('code' in resolved) return resolved
        const found = this.#draft.get(kind.name, resolved.name)
        return found === undefined ? { code: 'mutateError.RESOURCE_NOT_FOUND' } : resolved
      },
    }
  }

  #context(path: readonly PathElement[], findings: Finding[]): RuleContext {
    return {
      draft: this.#draft,
      today: this.#today,
      temporary: (kind, id) => this.#temporary.get(this.#draft.nameOf(kind, id)),
      report: (code, below, more = {}) => findings.push({ code, path: [...path, ...below], ...more }),
    }
  }

  /**
   * One campaign without a declaration about EU political advertising blocks the account's campaign management, the declaration
   * itself excepted. https://developers.google.com/google-ads/api/docs/api-policy/eu-par
   */
  #checkDeclaration(
    kind: ResourceKind,
    path: readonly PathElement[],
    findings: Finding[],
    changed?: ReadonlySet<string>,
  ): void {
    if (!managesCampaigns.has(kind.name) || changed?.has('contains_eu_political_advertising') === true) return
    if (this.#draft.count('campaign', 'undeclared', isUndeclared, 'undeclared') > 0) {
      findings.push({ code: 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', path })
    }
  }

  /** Gives a new resource its id and its name. */
  #identify(kind: ResourceKind, resource: Wire): string {
    const id =
      kind.identity === 'own'
        ? text(resource['id'])
        : kind.identity.map((part) => lastPart(text(at(resource, part.split('.'))))).join('~')
    const name = this.#draft.nameOf(kind.collection, id)
    resource['resourceName'] = name
    return name
  }
}

const managesCampaigns: ReadonlySet<string> = new Set([
  'campaign',
  'campaign_budget',
  'campaign_criterion',
  'campaign_asset',
  'campaign_asset_set',
  'campaign_conversion_goal',
  'ad_group',
  'ad_group_criterion',
  'ad_group_ad',
])

function isUndeclared(campaign: Wire): string | undefined {
  return campaign['containsEuPoliticalAdvertising'] === undefined && !isRemoved(campaign)
    ? 'undeclared'
    : undefined
}

/** Setting one member of a union clears the others. */
function clearUnion(message: string, name: string, resource: Wire): void {
  const { byName, fields } = messageNamed(message)
  const kept = byName.get(name)
  if (kept?.union === undefined || resource[kept.json] === undefined) return
  for (const field of fields) {
    if (field.union === kept.union && field !== kept) delete resource[field.json]
  }
}
