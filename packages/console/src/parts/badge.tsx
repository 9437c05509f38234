export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export interface Worded {
  readonly word: string
  readonly tone: Tone
}

/** A label whose color and shape repeat its meaning. */
export function Badge({ word, tone }: Worded) {
  return <span class={`badge ${tone}`}>{word}</span>
}
