import { describe, expect, test } from 'vitest'
import { missingPermissions, operationsWith, permissionNames } from './grants.ts'
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
    for (const name of permissionNames(platform, 'optional'))
      expect(operationsWith(name).length, name).toBeGreaterThan(0)
  })

  test('miss nothing when everything was granted', () => {
    expect(missingPermissions(platform, permissionNames(platform, 'needed', 'optional'))).toEqual([])
  })
})

test('operations that ask no platform through a connection need none, unless they tell of leads', () => {
  const ofLeads: readonly string[] = platforms.flatMap((platform) => permissionNames(platform, 'leads'))
  for (const name of operationNames) {
    const { platform, permissions: named } = declarationOf(name)
    const others = named.filter(({ permission }) => !ofLeads.includes(permission))
    if (platform === undefined) expect(others, name).toEqual([])
  }
})
