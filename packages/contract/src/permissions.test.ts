import { describe, expect, test } from 'vitest'
import { listMissingPermissions, listOperationsUsing, listPermissionNames } from './grants.ts'
import { declarationOf, operationNames } from './operations.ts'
import { platformFacts, platforms } from './platforms.ts'

describe.each(platforms)('the permissions of %s', (platform) => {
  test('contain every permission that its operations declare', () => {
    for (const name of operationNames) {
      const declaration = declarationOf(name)
      if (declaration.platform !== platform) continue
      expect(declaration.permissions.length, name).toBeGreaterThan(0)
      for (const { permission } of declaration.permissions)
        expect(Object.keys(platformFacts[platform].permissions), name).toContain(permission)
    }
  })

  test('contain an optional permission only if an operation uses it', () => {
    for (const name of listPermissionNames(platform, 'optional'))
      expect(listOperationsUsing(name).length, name).toBeGreaterThan(0)
  })

  test('are not reported as missing after the user grants all needed and optional ones', () => {
    expect(listMissingPermissions(platform, listPermissionNames(platform, 'needed', 'optional'))).toEqual([])
  })
})

test('operations without a connected platform require no permissions except permissions to read leads', () => {
  const ofLeads: readonly string[] = platforms.flatMap((platform) => listPermissionNames(platform, 'leads'))
  for (const name of operationNames) {
    const { platform, permissions: named } = declarationOf(name)
    const others = named.filter(({ permission }) => !ofLeads.includes(permission))
    if (platform === undefined) expect(others, name).toEqual([])
  }
})
