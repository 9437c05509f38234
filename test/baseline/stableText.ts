// Removes from a text what differs from run to run: addresses, secrets, random ids and the time.

import type { Adrail } from '@adrail/testing'

const hourMs = 3_600_000
/** Markers by which adrail finds its objects again, and names that it draws at random. */
const randomId =
  /(?<=adrail(?:%3A|%253A|:|-img-|","value":")|&description=|%C2%B7%20|· |image check )[0-9a-f]{8,24}\b|(?<=#)[0-9a-f]{6}\b/g

/** Random ids are numbered by their first appearance, so that their equality stays visible. */
export function stableText({ clock }: Adrail): (text: string) => string {
  const startedAt = clock.now()
  const numbers = new Map<string, number>()
  const numbered = (id: string) => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return `<id ${number}>`
  }
  /** Times that are a whole number of hours from now. */
  const relative = (digits: string) => {
    const sinceStart = Number(digits.padEnd(13, '0')) - startedAt
    const hours = Math.floor((sinceStart + 1000) / hourMs)
    return Math.abs(hours) < 1000 && sinceStart - hours * hourMs <= clock.now() - startedAt
      ? `<now ${hours} h>`
      : digits
  }
  return (text) =>
    text
      .replace(/127\.0\.0\.1(:|%3A|%253A)\d+/g, '<sandbox>')
      .replace(/[\w.-]{4,16}…[\w.-]{4}/g, '<secret>')
      .replace(randomId, numbered)
      .replace(/(?<!\d)\d{10}(?:\d{3})?(?!\d)/g, relative)
      .replace(/(?:[^\P{Cc}\s]|\ufffd).*/su, '<binary>')
}
