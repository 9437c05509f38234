import type { CompleteConsentTexts } from '../connector-kit/consentTexts.ts'

export const searchConsentTexts: CompleteConsentTexts<'search'> = {
  en: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'see and manage your Google Ads accounts',
    },
  },
  de: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'Ihre Google-Ads-Konten sehen und verwalten',
    },
  },
  es: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'ver y gestionar tus cuentas de Google Ads',
    },
  },
  fr: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'voir et gérer vos comptes Google Ads',
    },
  },
  pt: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'ver e gerenciar suas contas do Google Ads',
    },
  },
  it: {
    platform: 'Google Ads',
    permissions: {
      'https://www.googleapis.com/auth/adwords': 'vedere e gestire i tuoi account Google Ads',
    },
  },
}
