import type { CompleteConsentTexts } from '../connector-kit/consentTexts.ts'

export const proConsentTexts: CompleteConsentTexts<'pro'> = {
  en: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'know your name',
      r_ads: 'see your ad accounts',
      rw_ads: 'create and change ads',
      r_ads_reporting: 'see the metrics of your campaigns',
      r_organization_social: 'see the posts of your company page',
      w_organization_social: 'create ads in the name of your company page',
      rw_dmp_segments: 'see your uploaded and matched audiences',
      r_marketing_leadgen_automation: 'read what members fill in on your lead forms',
    },
  },
  de: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'Ihren Namen erfahren',
      r_ads: 'Ihre Werbekonten sehen',
      rw_ads: 'Anzeigen anlegen und ändern',
      r_ads_reporting: 'die Zahlen Ihrer Kampagnen sehen',
      r_organization_social: 'die Beiträge Ihrer Unternehmensseite sehen',
      w_organization_social: 'Anzeigen im Namen Ihrer Unternehmensseite erstellen',
      rw_dmp_segments: 'Ihre hochgeladenen und abgeglichenen Zielgruppen sehen',
      r_marketing_leadgen_automation: 'lesen, was Mitglieder in Ihre Kontaktformulare eintragen',
    },
  },
  es: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'conocer tu nombre',
      r_ads: 'ver tus cuentas publicitarias',
      rw_ads: 'crear y modificar anuncios',
      r_ads_reporting: 'ver las cifras de tus campañas',
      r_organization_social: 'ver las publicaciones de tu página de empresa',
      w_organization_social: 'crear anuncios en nombre de tu página de empresa',
      rw_dmp_segments: 'ver tus audiencias subidas y emparejadas',
      r_marketing_leadgen_automation: 'leer lo que los miembros escriben en tus formularios de contacto',
    },
  },
  fr: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'connaître votre nom',
      r_ads: 'voir vos comptes publicitaires',
      rw_ads: 'créer et modifier des annonces',
      r_ads_reporting: 'voir les chiffres de vos campagnes',
      r_organization_social: 'voir les publications de votre page entreprise',
      w_organization_social: 'créer des annonces au nom de votre page entreprise',
      rw_dmp_segments: 'voir vos audiences importées et rapprochées',
      r_marketing_leadgen_automation: 'lire ce que les membres saisissent dans vos formulaires de contact',
    },
  },
  pt: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'saber seu nome',
      r_ads: 'ver suas contas de anúncios',
      rw_ads: 'criar e alterar anúncios',
      r_ads_reporting: 'ver os números das suas campanhas',
      r_organization_social: 'ver as publicações da página da sua empresa',
      w_organization_social: 'criar anúncios em nome da página da sua empresa',
      rw_dmp_segments: 'ver seus públicos enviados e correspondentes',
      r_marketing_leadgen_automation: 'ler o que os membros preenchem nos seus formulários de contato',
    },
  },
  it: {
    platform: 'LinkedIn',
    permissions: {
      r_basicprofile: 'conoscere il tuo nome',
      r_ads: 'vedere i tuoi account pubblicitari',
      rw_ads: 'creare e modificare annunci',
      r_ads_reporting: 'vedere i dati delle tue campagne',
      r_organization_social: 'vedere i post della tua pagina aziendale',
      w_organization_social: 'creare annunci a nome della tua pagina aziendale',
      rw_dmp_segments: 'vedere i tuoi segmenti di pubblico caricati e abbinati',
      r_marketing_leadgen_automation: 'leggere ciò che i membri scrivono nei tuoi moduli di contatto',
    },
  },
}
