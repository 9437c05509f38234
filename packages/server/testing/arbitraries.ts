// Arbitraries for property tests.

import fc from 'fast-check'

/** Phrases of the given words and of words that need escaping or a wide character set somewhere. */
export const phraseArbitrary = (words: string) =>
  fc
    .array(fc.constantFrom(...`${words} Müller 麵包 O’Neil "q" & = 50% fresh`.split(' ')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((picked) => picked.join(' '))
