// Texts about a platform on the pages on which users link their accounts.

import type { PermissionName, Platform } from '@adrail/contract'

/** Languages of the pages, as tags of the HTML attribute `lang`. */
export type PageLanguage = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'it'

/** The texts of a platform that is known only at run time. */
export type ConsentTexts = Readonly<
  Record<
    PageLanguage,
    {
      /** Users know the platform by this name. */
      readonly platform: string
      /** Each text completes a sentence about what the permission allows. */
      readonly permissions: Readonly<Partial<Record<PermissionName, string>>>
    }
  >
>

/** The compiler checks that the texts of a platform cover each of its permissions. */
export type CompleteConsentTexts<Name extends Platform> = ConsentTexts &
  Readonly<Record<PageLanguage, { readonly permissions: Readonly<Record<PermissionName<Name>, string>> }>>
