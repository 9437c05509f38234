// Executes the operations of a mutate request in order, on a draft of the account.
// https://developers.google.com/google-ads/api/docs/mutating/overview

import { getZone } from '../../../delivery/zone.ts'
import type { Finding, PathElement } from '../errors.ts'
import { findKindByMessage, lastSegment, type ResourceKind } from '../resources.ts'
import { getMessageType } from '../schema/messages.ts'
import { asString, getAtPath, isWireObject, setAtPath, type WireObject } from '../wire.ts'
import { checkNewMessage, checkValue, type FieldChecks } from './check.ts'
import { type Draft, isRemoved } from './draft.ts'
import { resolveMask } from './mask.ts'
import type { RuleContext } from './rule.ts'
import { getRules } from './rules/all.ts'

export interface MutateOperation {
  readonly kind: ResourceKind
  /** `{create | update | remove, updateMask}` */
  readonly body: WireObject
  /** The path of the operation in the request. */
  readonly path: readonly PathElement[]
}

export type OperationOutcome =
  | { readonly name: string; readonly resource: WireObject }
  | { readonly findings: readonly Finding[] }

export class MutateEngine {
  readonly #draft: Draft
  readonly #today: number
  /** Real names by temporary name. The value is undefined after a failed creation. */
  readonly #namesByTemporaryName = new Map<string, string | undefined>()
  /** Temporary ids in use. They are unique across all kinds of resources. */
  readonly #temporaryIds = new Set<string>()
  readonly #changedNames = new Set<string>()

  constructor(draft: Draft) {
    this.#draft = draft
    this.#today = getZone(asString(draft.account.customer['timeZone'])).dayAt(draft.now)
  }

  execute(operation: MutateOperation): OperationOutcome {
    const { kind, body, path } = operation
    const { create, update, remove } = body
    if (isWireObject(create)) return this.#create(kind, structuredClone(create), [...path, 'create'])
    if (isWireObject(update)) return this.#update(kind, update, asString(body['updateMask']), path)
    if (typeof remove === 'string') return this.#remove(kind, remove, [...path, 'remove'])
    return { findings: [{ code: 'requestError.OPERATION_REQUIRED', path }] }
  }

  #create(kind: ResourceKind, resource: WireObject, path: PathElement[]): OperationOutcome {
    const findings: Finding[] = []
    const requestedName = asString(resource['resourceName'])
    const temporaryName = this.#registerTemporaryName(kind, requestedName, path, findings)
    this.#checkDeclaration(kind, path, findings)
    checkNewMessage(kind.message, resource, path, this.#checks(findings))
    if (asString(resource['status']) === 'REMOVED') {
      findings.push({
        code: 'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED',
        path: [...path, 'status'],
      })
    }
    const resourceRules = getRules(kind.name)
    const context = this.#context(path, findings)
    // Rules may rely on the schema checks, so the rules do not run for a resource that failed those checks.
    const existingName = findings.length === 0 ? resourceRules.create?.(context, resource) : undefined
    if (findings.length > 0) {
      if (temporaryName !== undefined && !this.#namesByTemporaryName.has(temporaryName))
        this.#namesByTemporaryName.set(temporaryName, undefined)
      return { findings }
    }
    if (existingName !== undefined) {
      if (temporaryName !== undefined) this.#namesByTemporaryName.set(temporaryName, existingName)
      return { name: existingName, resource: this.#draft.get(kind.name, existingName) ?? resource }
    }
    const name = this.#identify(kind, resource)
    if (kind.identity !== 'own' && requestedName !== '' && requestedName !== name) {
      return {
        findings: [
          {
            code: 'mutateError.INCONSISTENT_FIELD_VALUES',
            path: [...path, 'resource_name'],
            trigger: requestedName,
          },
        ],
      }
    }
    const current = this.#draft.get(kind.name, name)
    if (current !== undefined && !isRemoved(current)) {
      return { findings: [{ code: 'mutateError.RESOURCE_ALREADY_EXISTS', path, trigger: name }] }
    }
    this.#put(kind, name, resource, 'create')
    if (temporaryName !== undefined) this.#namesByTemporaryName.set(temporaryName, name)
    resourceRules.afterCreate?.(context, resource)
    return { name, resource }
  }

  #update(
    kind: ResourceKind,
    update: WireObject,
    mask: string,
    operationPath: readonly PathElement[],
  ): OperationOutcome {
    const path: PathElement[] = [...operationPath, 'update']
    const findings: Finding[] = []
    const previous = this.#findExisting(
      kind,
      asString(update['resourceName']),
      [...path, 'resource_name'],
      findings,
    )
    if (previous === undefined) return { findings }
    const fields = resolveMask(kind.message, mask, [...operationPath, 'update_mask'], findings)
    this.#checkDeclaration(
      kind,
      path,
      findings,
      new Set(fields.map(({ protocolNames }) => protocolNames.join('.'))),
    )
    const resource = structuredClone(previous)
    for (const { field, protocolNames, jsonNames } of fields) {
      const value = getAtPath(update, jsonNames)
      if (value === undefined) setAtPath(resource, jsonNames, undefined)
      else {
        const parent = [...path, ...protocolNames.slice(0, -1)]
        setAtPath(
          resource,
          jsonNames,
          checkValue(field, structuredClone(value), parent, this.#checks(findings)),
        )
      }
      clearUnion(kind.message, protocolNames[0] ?? '', resource)
    }
    if (asString(resource['status']) === 'REMOVED') {
      findings.push({
        code: 'requestError.INVALID_ENUM_VALUE',
        path: [...path, 'status'],
        trigger: 'REMOVED',
      })
    }
    const changed = new Set(fields.map(({ protocolNames }) => protocolNames.join('.')))
    if (findings.length === 0) {
      getRules(kind.name).update?.(this.#context(path, findings), resource, previous, changed)
    }
    if (findings.length > 0) return { findings }
    const name = asString(resource['resourceName'])
    this.#put(kind, name, resource, 'update')
    return { name, resource }
  }

  #remove(kind: ResourceKind, requestedName: string, path: PathElement[]): OperationOutcome {
    const findings: Finding[] = []
    const previous = this.#findExisting(kind, requestedName, path, findings)
    if (previous === undefined) return { findings }
    this.#checkDeclaration(kind, path, findings)
    getRules(kind.name).remove?.(this.#context(path, findings), previous)
    if (findings.length > 0) return { findings }
    const resource: WireObject = { ...previous, status: 'REMOVED' }
    const name = asString(previous['resourceName'])
    this.#put(kind, name, resource, 'remove')
    return { name, resource }
  }

  #put(kind: ResourceKind, name: string, resource: WireObject, verb: 'create' | 'update' | 'remove'): void {
    this.#draft.put(kind.name, name, resource)
    this.#draft.effects.push({ verb, kind: kind.name, name })
    if (verb !== 'create') this.#changedNames.add(name)
  }

  /** Finds the target of an update or a removal. Reports a finding when the target cannot change. */
  #findExisting(
    kind: ResourceKind,
    requestedName: string,
    path: PathElement[],
    findings: Finding[],
  ): WireObject | undefined {
    if (requestedName === '') {
      findings.push({ code: 'requestError.RESOURCE_NAME_MISSING', path })
      return undefined
    }
    const resolved = this.#resolve(kind, requestedName)
    if ('code' in resolved) {
      findings.push({ ...resolved, path, trigger: requestedName })
      return undefined
    }
    const resource =
      this.#draft.get(kind.name, resolved.name) ??
      getRules(kind.name).findImplied?.(this.#draft, resolved.name)
    if (resource === undefined) {
      findings.push({ code: 'mutateError.RESOURCE_NOT_FOUND', path, trigger: requestedName })
      return undefined
    }
    if (isRemoved(resource)) {
      findings.push({
        code: 'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
        path,
        trigger: requestedName,
      })
      return undefined
    }
    if (this.#changedNames.has(resolved.name)) {
      findings.push({ code: 'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES', path, trigger: requestedName })
      return undefined
    }
    return resource
  }

  #registerTemporaryName(
    kind: ResourceKind,
    requestedName: string,
    path: PathElement[],
    findings: Finding[],
  ): string | undefined {
    if (requestedName === '' || kind.identity !== 'own') return undefined
    const namePath = [...path, 'resource_name']
    const id = this.#parseId(kind, requestedName)
    if (id === undefined) {
      findings.push({ code: 'requestError.RESOURCE_NAME_MALFORMED', path: namePath, trigger: requestedName })
      return undefined
    }
    if (!id.startsWith('-')) {
      findings.push({
        code: 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE',
        path: namePath,
        trigger: requestedName,
      })
      return undefined
    }
    if (this.#temporaryIds.has(id)) {
      findings.push({
        code: 'newResourceCreationError.DUPLICATE_TEMP_IDS',
        path: namePath,
        trigger: requestedName,
      })
    }
    this.#temporaryIds.add(id)
    return requestedName
  }

  /** Returns the last segment of a well-formed name of this account and kind. */
  #parseId(kind: ResourceKind, name: string): string | undefined {
    const prefix = this.#draft.toResourceName(kind.collection, '')
    if (!name.startsWith(prefix)) return undefined
    const id = name.slice(prefix.length)
    const idPattern = kind.identity === 'own' ? /^-?\d+$/ : /^-?\w+(~-?\w+)*$/
    return idPattern.test(id) ? id : undefined
  }

  #resolve(kind: ResourceKind, name: string): { name: string } | { code: string; message?: string } {
    const id = this.#parseId(kind, name)
    if (id === undefined) {
      const isOtherAccount =
        /^customers\/\d+\/\w+\/[-\w~]+$/.test(name) && name.split('/')[2] === kind.collection
      return {
        code: isOtherAccount ? 'mutateError.RESOURCE_NOT_FOUND' : 'requestError.RESOURCE_NAME_MALFORMED',
      }
    }
    if (this.#namesByTemporaryName.has(name)) {
      const realName = this.#namesByTemporaryName.get(name)
      return realName === undefined
        ? { code: 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS' }
        : { name: realName }
    }
    if (kind.identity !== 'own' && id.includes('-')) return this.#resolveParts(kind, id)
    return { name }
  }

  /** Resolves temporary ids inside a name that consists of other resources' ids. */
  #resolveParts(kind: ResourceKind, id: string): { name: string } | { code: string } {
    const parts = id.split('~')
    for (const [index, part] of parts.entries()) {
      if (!part.startsWith('-')) continue
      const renamed = [...this.#namesByTemporaryName].find(([name]) => lastSegment(name) === part)
      if (renamed === undefined) return { code: 'mutateError.RESOURCE_NOT_FOUND' }
      if (renamed[1] === undefined) return { code: 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS' }
      parts[index] = lastSegment(renamed[1])
    }
    return { name: this.#draft.toResourceName(kind.collection, parts.join('~')) }
  }

  #checks(findings: Finding[]): FieldChecks {
    return {
      findings,
      resolveReference: (message, name) => {
        const kind = findKindByMessage(message)
        if (kind === undefined || message.endsWith('Constant')) return { name }
        if (message === 'Customer') return { name }
        const resolved = this.#resolve(kind, name)
        if ('code' in resolved) return resolved
        const referenced = this.#draft.get(kind.name, resolved.name)
        return referenced === undefined ? { code: 'mutateError.RESOURCE_NOT_FOUND' } : resolved
      },
    }
  }

  #context(path: readonly PathElement[], findings: Finding[]): RuleContext {
    return {
      draft: this.#draft,
      today: this.#today,
      resolveTemporaryName: (kind, id) =>
        this.#namesByTemporaryName.get(this.#draft.toResourceName(kind, id)),
      report: (code, subpath, options = {}) =>
        findings.push({ code, path: [...path, ...subpath], ...options }),
    }
  }

  /**
   * One campaign without a declaration about EU political advertising blocks all campaign management of the
   * account, except for the declaration itself.
   * https://developers.google.com/google-ads/api/docs/api-policy/eu-par
   */
  #checkDeclaration(
    kind: ResourceKind,
    path: readonly PathElement[],
    findings: Finding[],
    changed?: ReadonlySet<string>,
  ): void {
    if (!campaignManagementKinds.has(kind.name) || changed?.has('contains_eu_political_advertising') === true)
      return
    if (this.#draft.countByKey('campaign', 'undeclared', undeclaredKey, 'undeclared') > 0) {
      findings.push({ code: 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', path })
    }
  }

  /** Assigns an id and a resource name to a new resource. */
  #identify(kind: ResourceKind, resource: WireObject): string {
    const id =
      kind.identity === 'own'
        ? asString(resource['id'])
        : kind.identity.map((part) => lastSegment(asString(getAtPath(resource, part.split('.'))))).join('~')
    const name = this.#draft.toResourceName(kind.collection, id)
    resource['resourceName'] = name
    return name
  }
}

const campaignManagementKinds: ReadonlySet<string> = new Set([
  'campaign',
  'campaign_budget',
  'campaign_criterion',
  'campaign_asset',
  'campaign_asset_set',
  'campaign_shared_set',
  'campaign_conversion_goal',
  'ad_group',
  'ad_group_criterion',
  'ad_group_ad',
])

function undeclaredKey(campaign: WireObject): string | undefined {
  return campaign['containsEuPoliticalAdvertising'] === undefined && !isRemoved(campaign)
    ? 'undeclared'
    : undefined
}

/** Setting one field of a union clears the others. */
function clearUnion(message: string, name: string, resource: WireObject): void {
  const { fieldsByName, fields } = getMessageType(message)
  const setField = fieldsByName.get(name)
  if (setField?.oneof === undefined || resource[setField.jsonName] === undefined) return
  for (const field of fields) {
    if (field.oneof === setField.oneof && field !== setField) delete resource[field.jsonName]
  }
}
