// French texts of linking. No native speaker has reviewed these texts.
import type { Texts } from './sentences.ts'

export const french: Texts = {
  sandbox: '{name} (sandbox)',
  buttons: {
    back: 'Retour',
    backTo: 'Retour à {workspace}',
    backToLink: 'Revenir à votre lien',
    cancel: 'Annuler',
    connect: 'Connecter',
    continue: 'Continuer',
    grantAgain: 'Autoriser à nouveau',
    next: 'Suivant →',
    otherLogin: 'Utiliser un autre identifiant',
    previous: '← Précédent',
    search: 'Rechercher',
    tryAgain: 'Réessayer',
  },
  workspace: 'Espace de travail : {workspaceName}',
  footer: { label: 'À propos de {workspace}', privacy: 'Confidentialité', support: 'Aide et contact' },
  start: {
    title: 'Connecter {platform}',
    request: '{workspace} souhaite connecter un compte publicitaire pour {user}.',
    signIn: 'Vous allez vous connecter à {site}, à l’adresse {host}. Seul {site} voit votre mot de passe.',
    needed: '{workspace} a besoin de votre autorisation pour :',
    optional:
      'Ces autorisations sont facultatives. Les fonctions qui dépendent d’une autorisation refusée ne sont pas disponibles :',
    afterwards: 'Ensuite, {workspace} pourra voir et gérer la publicité du compte que vous aurez choisi.',
    endable: 'Vous pouvez déconnecter le compte à tout moment.',
    warning:
      'Si une personne que vous ne connaissez pas vous a envoyé ce lien, arrêtez-vous ici. Si vous continuez, cette personne pourra voir et gérer vos publicités.',
  },
  onward: {
    goingTo: 'Vers {place} …',
    backTo: 'Retour à {workspace} …',
    byHand: 'Si rien ne se passe, continuez ici :',
  },
  setbacks: {
    missingPermissions: {
      title: 'Il manque une autorisation',
      text: 'Vous n’avez pas accordé une autorisation nécessaire, donc aucun compte ne peut être connecté. Vous pouvez revenir en arrière et accorder cette autorisation.',
    },
    noAdAccounts: {
      title: 'Aucun compte publicitaire trouvé',
      text: 'L’identifiant utilisé n’a aucun compte publicitaire qui puisse être connecté. Utilisez un autre identifiant, ou créez d’abord un compte publicitaire sur {site}.',
    },
    noPages: {
      title: 'Aucune Page Facebook trouvée',
      text: 'L’identifiant utilisé n’a aucune Page Facebook pour laquelle il peut faire de la publicité. Utilisez un autre identifiant, ou créez d’abord une Page sur {site}.',
    },
    codeRejected: {
      title: 'L’identification a échoué',
      text: '{site} a refusé l’identification, par exemple parce qu’elle a pris trop de temps. Veuillez réessayer.',
    },
    noRefreshToken: {
      title: 'La connexion a échoué',
      text: '{site} n’a pas donné d’autorisation durable. Veuillez réessayer et accorder les autorisations demandées.',
    },
    unavailable: {
      title: '{site} ne répond pas',
      text: 'Vous êtes bien connecté, mais {site} n’a pas pu indiquer vos comptes. Veuillez réessayer dans un instant.',
    },
    neededAre: 'La connexion nécessite l’autorisation de :',
    signOut: 'Pour utiliser un autre identifiant, déconnectez-vous d’abord de {host}.',
  },
  picker: {
    account: 'Choisissez un compte publicitaire',
    page: 'Choisissez une Page Facebook',
    error: 'Erreur : {title}',
    signedIn: 'Connecté en tant que {person}',
    yourself: 'vous-même',
    forAccount: 'Compte publicitaire {account}',
    accountLegend: 'Compte publicitaire',
    pageLegend: 'Page à promouvoir',
    searchAccounts: 'Rechercher parmi {count} comptes publicitaires',
    searchPages: 'Rechercher parmi {count} Pages',
    searchHint: 'Nom ou numéro',
    nothingFound: 'Aucun résultat. Cherchez un autre nom ou numéro.',
    parts: 'Parties de la liste',
    part: '{current} sur {all}',
    chosen: 'Votre choix',
    direct: 'Accès direct',
    gone: '{account} · connecté jusqu’à présent · non disponible avec cet identifiant',
    unusable: 'inutilisable : {reason}',
    withInstagram: 'avec le compte Instagram {name}',
    withoutInstagram: 'sans compte Instagram',
    includeInstagram: 'Inclure le compte Instagram',
    includeInstagramNamed: 'Inclure le compte Instagram {name}',
    ofPage: 'de la Page {page}',
    ofAnyPage: 'de la Page, si elle en a un',
    replace: 'Oui, remplacer l’identifiant de {person}',
    replaceUnknownPerson: 'Oui, remplacer l’identifiant précédent',
    problems: {
      account: 'Choisissez l’un des comptes publicitaires ci-dessous.',
      page: 'Choisissez l’une des Pages ci-dessous.',
      confirm: 'Cochez la case pour confirmer que cet identifiant remplace l’identifiant précédent.',
    },
    notes: {
      refused:
        'Vous n’avez pas autorisé {workspace} à : {permissions}. Vous pouvez continuer. Tout le reste fonctionne.',
      unlistedPages:
        '{site} n’a pas indiqué toutes vos Pages à l’instant. S’il manque une Page, réessayez plus tard avec un nouveau lien.',
      unlistedAccounts:
        '{site} n’a pas indiqué tous vos comptes à l’instant. S’il manque un compte, réessayez plus tard avec un nouveau lien.',
      earlier:
        'La connexion actuelle utilise l’identifiant de {person}. Si vous continuez, l’identifiant que vous venez d’utiliser le remplace.',
      earlierUnknownPerson:
        'La connexion actuelle utilise l’identifiant d’une autre personne. Si vous continuez, l’identifiant que vous venez d’utiliser le remplace.',
      ends: 'Cette connexion expire le {day}. Ensuite, vous devez vous identifier à nouveau.',
    },
  },
  accountNotes: {
    disabled: 'désactivé',
    payment_due: 'paiement dû',
    under_review: 'en cours d’examen',
    payment_pending: 'paiement en cours',
    payment_overdue: 'paiement en retard',
    being_closed: 'en cours de fermeture',
    test_account: 'compte de test',
    account_billing_admin: 'administration de la facturation',
    account_manager: 'gestion du compte',
    campaign_manager: 'gestion des campagnes',
    creative_manager: 'gestion des annonces',
    viewer: 'lecture seule : ne peut rien modifier',
  },
  obstacles: {
    closed: 'fermé',
    canceled: 'résilié',
    suspended: 'suspendu',
    not_active: 'inactif',
    role_without_advertising: 'votre rôle n’y permet pas la publicité',
    two_step_verification: 'exige la validation en deux étapes de votre identifiant',
    advanced_protection: 'exige la protection avancée de votre identifiant',
    other_system: 'appartient à un autre système publicitaire',
    signup_unfinished: 'l’inscription n’est pas terminée',
    access_ended: 'vous n’y avez plus accès',
    not_answered: 'aucune information disponible à l’instant',
    not_manageable_yet: 'pas encore pris en charge ici',
  },
  outcome: {
    connected: 'Connexion établie',
    isConnected: 'Votre compte {platform} est connecté à {workspace}.',
    refused:
      'Vous n’avez pas autorisé ce qui suit : {permissions}. Tout le reste fonctionne. Pour le permettre plus tard, demandez un nouveau lien à {workspace}.',
    notConnected: 'Non connecté',
    stopped: 'Vous avez annulé la connexion. Rien n’a été modifié.',
    nothingChanged: 'Rien n’a été modifié.',
    expired: 'Ce lien a expiré',
    expiredText: 'Les liens expirent après {minutes} minutes. Demandez un nouveau lien à {workspace}.',
    close: 'Vous pouvez fermer cette page.',
  },
  problems: {
    access_denied: 'Vous n’avez pas donné votre accord.',
    app_misconfigured:
      'La connexion entre {workspace} et {site} n’est pas correctement configurée. Veuillez contacter {workspace}.',
    code_rejected: '{site} a refusé l’identification. Veuillez réessayer.',
    missing_permissions: 'Vous n’avez pas accordé toutes les autorisations nécessaires.',
    no_refresh_token: '{site} n’a pas donné d’autorisation durable. Veuillez réessayer.',
    no_ad_accounts: 'Cet identifiant n’a aucun compte publicitaire utilisable.',
    no_pages: 'Cet identifiant n’a aucune Page Facebook à promouvoir.',
    platform_unavailable: '{site} n’a pas répondu. Veuillez réessayer plus tard.',
  },
  identity: { name: 'connaître votre nom', nameAndEmail: 'connaître votre nom et votre adresse e-mail' },
  failures: {
    title: 'Une erreur s’est produite',
    serverError:
      'La demande a échoué à cause d’une erreur de notre côté. Veuillez réessayer dans un instant. ({requestId})',
    busy: 'Trop de demandes arrivent en ce moment. Patientez un instant, puis réessayez.',
    unreadable:
      'Votre navigateur a envoyé des données non valides. Revenez en arrière, rechargez la page et réessayez.',
    foreignCallback:
      'Cette identification ne correspond à aucun lien que vous avez ouvert dans ce navigateur, ou elle a déjà été utilisée. Si vous aviez terminé, vous pouvez fermer cette page. Sinon, ouvrez à nouveau votre lien dans le navigateur où vous souhaitez terminer.',
    unknownLink: 'Lien inconnu',
    unknownLinkText:
      'Ce lien n’existe pas ou n’existe plus. Vérifiez que vous l’avez ouvert en entier, ou demandez un nouveau lien.',
  },
  deletion: {
    unknown: 'Code inconnu',
    unknownText:
      'Aucune demande de suppression de données n’a ce code. Vérifiez que vous avez ouvert l’adresse en entier.',
    underWay: 'Vos données sont en cours de suppression',
    underWayText:
      'Vous avez demandé la suppression le {day}. Les tâches en cours se terminent d’abord, ce qui prend un jour au plus.',
    done: 'Vos données ont été supprimées',
    doneText: 'Les données enregistrées à votre sujet ont été supprimées le {day}.',
  },
}
