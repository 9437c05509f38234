import type { CompleteConsentTexts } from '../connector-kit/consentTexts.ts'

const platform = 'Town Board'

export const townConsentTexts: CompleteConsentTexts<'town'> = {
  en: { platform, permissions: { ads: 'manage your ads', leads: 'read replies to your ads' } },
  de: {
    platform,
    permissions: { ads: 'Ihre Anzeigen verwalten', leads: 'Antworten auf Ihre Anzeigen lesen' },
  },
  es: { platform, permissions: { ads: 'gestionar tus anuncios', leads: 'leer respuestas a tus anuncios' } },
  fr: { platform, permissions: { ads: 'gérer vos annonces', leads: 'lire les réponses à vos annonces' } },
  pt: { platform, permissions: { ads: 'gerenciar seus anúncios', leads: 'ler respostas aos seus anúncios' } },
  it: { platform, permissions: { ads: 'gestire i tuoi annunci', leads: 'leggere le risposte agli annunci' } },
}
