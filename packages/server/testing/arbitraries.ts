// What properties are tried with.

import fc from 'fast-check'

/** Some of the words, and others that are hard to write down rightly somewhere. */
export const phraseArbitrary = (words: string) =>
  fc
    .array(fc.constantFrom(...`${words} Müller 麵包 O’Neil "q" & = 50% fresh`.split(' ')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((picked) => picked.join(' '))
