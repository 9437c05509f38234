// Reads the texts of an ad from a draft.

import type { Value } from '../form/draft.ts'

export function toText(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function toTexts(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(toText).filter((text) => text.trim() !== '') : []
}

export function parseHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
