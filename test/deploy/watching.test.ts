// Whatever the dashboard and the alert rules ask for is there to be asked for. prometheus.test.ts asks for it.

import { useService } from '@adrail/server/testing'
import { describe, expect, test } from 'vitest'
import { alertRules, dashboardQueries, textOf } from './watching.ts'

const service = useService()

describe('the dashboard and the alert rules', () => {
  test('ask for metrics that the service has', async () => {
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    const kinds = new Map(
      Array.from(exposition.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', kind = '']) => [name, kind]),
    )
    const asked = [...dashboardQueries(), ...alertRules()].flatMap(({ query }) =>
      Array.from(query.matchAll(/\b(?:adrail|nodejs|process)_\w+/g), ([name]) => name),
    )
    const isTold = (name: string) =>
      kinds.has(name) || kinds.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram'
    expect(asked.filter((name) => !isTold(name))).toEqual([])
    expect(new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, ''))).size).toBeGreaterThan(15)
  })

  test('show every figure of the service somewhere', () => {
    const asked = [...dashboardQueries(), ...alertRules()].map(({ query }) => query).join('\n')
    const own = textOf('docs/metrics.md').match(/adrail_\w+(?=` \|)/g) ?? []
    expect(own.filter((name) => !asked.includes(name))).toEqual([])
  })
})

test('every alert says where to read what to do, and every such section belongs to an alert', () => {
  const sections = Array.from(textOf('docs/alerts.md').matchAll(/^## (\w+)$/gm), ([, name = '']) => name)
  const rules = alertRules()
  expect(rules.map(({ name }) => name)).toEqual(sections)
  expect(rules.map(({ runbook }) => runbook)).toEqual(
    sections.map((name) => `docs/alerts.md#${name.toLowerCase()}`),
  )
})
