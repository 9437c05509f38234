import { describe, expect, test } from 'vitest'
import { listMissingPermissions, listOperationsUsing, listPermissionNames } from './grants.ts'
import { declarationOf, operationNames } from './operations.ts'
import { permissions } from './permissions.ts'
import { platforms } from './platforms.ts'

describe.each(platforms)('the permissions of %s', (platform) => {
  test('are the only ones that its operations name', () => {
    for (const name of operationNames) {
      const declaration = declarationOf(name)
      if (declaration.platform !== platform) continue
      expect(declaration.permissions.length, name).toBeGreaterThan(0)
      for (const { permission } of declaration.permissions)
        expect(Object.keys(permissions[platform]), name).toContain(permission)
    }
  })

  test('can be refused only where some operation tells what does not work then', () => {
    for (const name of listPermissionNames(platform, 'optional'))
      expect(listOperationsUsing(name).length, name).toBeGreaterThan(0)
  })

  test('miss nothing when everything was granted', () => {
    expect(listMissingPermissions(platform, listPermissionNames(platform, 'needed', 'optional'))).toEqual([])
  })
})

test('operations that ask no platform through a connection need none, unless they tell of leads', () => {
  const ofLeads: readonly string[] = platforms.flatMap((platform) => listPermissionNames(platform, 'leads'))
  for (const name of operationNames) {
    const { platform, permissions: named } = declarationOf(name)
    const others = named.filter(({ permission }) => !ofLeads.includes(permission))
    if (platform === undefined) expect(others, name).toEqual([])
  }
})
