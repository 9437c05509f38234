export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export interface Worded {
  readonly word: string
  readonly tone: Tone
}

/** One word; its colour and its shape say the same once more. */
export function Badge({ word, tone }: Worded) {
  return <span class={`badge ${tone}`}>{word}</span>
}
