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
  workspace: 'Espace de travail : {workspaceName}',
  footer: { label: 'À propos de {workspace}', privacy: 'Confidentialité', support: 'Aide et contact' },
  start: {
    title: 'Connecter {platform}',
    request: '{workspace} souhaite connecter un compte publicitaire pour {user}.',
    signIn:
      'Vous allez vous connecter à {site}, à l’adresse {host}. Votre mot de passe n’est jamais visible ici.',
    needed: 'On vous y demandera d’autoriser {workspace} à :',
    optional: 'Vous pouvez refuser ceci ; seul ce qui en dépend ne fonctionnera pas :',
    afterwards: 'Ensuite, {workspace} pourra voir et gérer la publicité du compte que vous aurez choisi.',
    endable: 'Vous pouvez mettre fin à cette connexion à tout moment.',
    warning:
      'Ce lien vous a été envoyé par une personne que vous ne connaissez pas ? Dans ce cas, n’allez pas plus loin : le compte serait connecté pour elle.',
  },
  onward: {
    goingTo: 'Vers {place} …',
    backTo: 'Retour à {workspace} …',
    byHand: 'Si rien ne se passe, continuez ici :',
  },
  setbacks: {
    missingPermissions: {
      title: 'Il manque une autorisation',
      text: 'Tout ce qui est nécessaire n’a pas été autorisé, et sans cela rien ne peut être connecté. Vous pouvez revenir en arrière et l’autoriser.',
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
      title: 'Cela n’a pas fonctionné',
      text: '{site} n’a pas accepté la réponse de sa propre page de connexion. Cela arrive lorsque l’on a mis trop de temps. Veuillez réessayer.',
    },
    noRefreshToken: {
      title: 'Cela n’a pas fonctionné',
      text: '{site} n’a pas donné d’autorisation durable. Veuillez réessayer et autoriser ce qui est demandé.',
    },
    unavailable: {
      title: '{site} ne répond pas',
      text: 'Vous êtes bien connecté, mais {site} n’a pas pu indiquer vos comptes. Veuillez réessayer dans un instant.',
    },
    neededAre: 'Il faut autoriser ce qui suit :',
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
      confirm: 'Cochez la case pour confirmer que l’identifiant précédent doit être remplacé.',
    },
    notes: {
      refused:
        'Vous n’avez pas autorisé {workspace} à : {permissions}. Vous pouvez continuer : tout le reste fonctionne.',
      unlistedPages:
        '{site} n’a pas indiqué toutes vos Pages à l’instant. S’il en manque une, réessayez plus tard avec un nouveau lien.',
      unlistedAccounts:
        '{site} n’a pas indiqué tous vos comptes à l’instant. S’il en manque un, réessayez plus tard avec un nouveau lien.',
      earlier:
        'Jusqu’à présent, la connexion passait par {person}. Si vous continuez, elle passera par l’identifiant que vous venez d’utiliser.',
      earlierUnknownPerson:
        'Jusqu’à présent, la connexion passait par quelqu’un d’autre. Si vous continuez, elle passera par l’identifiant que vous venez d’utiliser.',
      ends: 'Cette connexion est valable jusqu’au {day}. Il vous sera ensuite demandé de vous reconnecter.',
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
    two_step_verification: 'il exige la validation en deux étapes de votre identifiant',
    advanced_protection: 'il exige la protection avancée de votre identifiant',
    other_system: 'il appartient à un autre système publicitaire',
    signup_unfinished: 'son inscription n’est pas terminée',
    access_ended: 'vous n’y avez plus accès',
    not_answered: 'il n’a pas pu être consulté à l’instant',
    not_manageable_yet: 'il ne peut pas encore être géré d’ici',
  },
  outcome: {
    connected: 'Connexion établie',
    isConnected: 'Votre compte {platform} est connecté à {workspace}.',
    refused:
      'Vous n’avez pas autorisé ce qui suit : {permissions}. Tout le reste fonctionne. Pour l’autoriser plus tard, demandez un nouveau lien à {workspace}.',
    notConnected: 'Non connecté',
    stopped: 'Vous vous êtes arrêté avant la fin. Rien n’a été modifié.',
    nothingChanged: 'Rien n’a été modifié.',
    expired: 'Ce lien a expiré',
    expiredText: 'Les liens sont valables {minutes} minutes. Demandez-en un nouveau à {workspace}.',
    close: 'Vous pouvez fermer cette page.',
  },
  problems: {
    access_denied: 'L’autorisation a été refusée.',
    app_misconfigured:
      'Un réglage n’est pas correct entre {workspace} et {site}. Merci de le signaler à {workspace}.',
    code_rejected: '{site} n’a pas accepté la réponse de sa propre page de connexion. Veuillez réessayer.',
    missing_permissions: 'Toutes les autorisations nécessaires n’ont pas été données.',
    no_refresh_token: '{site} n’a pas donné d’autorisation durable. Veuillez réessayer.',
    no_ad_accounts: 'Cet identifiant n’a aucun compte publicitaire utilisable.',
    no_pages: 'Cet identifiant n’a aucune Page Facebook à promouvoir.',
    platform_unavailable: '{site} n’a pas pu être joint. Veuillez réessayer plus tard.',
  },
  identity: { name: 'connaître votre nom', nameAndEmail: 'connaître votre nom et votre adresse e-mail' },
  failures: {
    title: 'Cela n’a pas fonctionné',
    serverError: 'Un problème est survenu de notre côté. Veuillez réessayer dans un instant. ({requestId})',
    busy: 'Il y a trop d’activité en ce moment. Patientez un instant, puis réessayez.',
    unreadable:
      'Ce que votre navigateur a envoyé n’a pas pu être utilisé. Revenez en arrière, rechargez la page et réessayez.',
    foreignCallback:
      'Cette réponse ne correspond à aucun lien ouvert dans ce navigateur, ou elle a déjà été utilisée. Si vous aviez terminé, vous pouvez fermer cette page. Sinon, ouvrez à nouveau votre lien dans le navigateur où vous souhaitez terminer.',
    unknownLink: 'Lien inconnu',
    unknownLinkText:
      'Ce lien n’existe pas ou n’existe plus. Vérifiez que vous l’avez ouvert en entier, ou demandez-en un nouveau.',
  },
  deletion: {
    unknown: 'Code inconnu',
    unknownText:
      'Aucune demande de suppression de données n’a ce code. Vérifiez que vous avez ouvert l’adresse en entier.',
    underWay: 'Vos données sont en cours de suppression',
    underWayText:
      'Vous l’avez demandé le {day}. Ce qui était en cours est d’abord terminé ; cela prend un jour au plus.',
    done: 'Vos données ont été supprimées',
    doneText: 'Ce qui était enregistré à votre sujet a été supprimé le {day}.',
  },
}
