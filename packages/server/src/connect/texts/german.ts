// German texts of linking. No native speaker has reviewed these texts.
import type { Texts } from './sentences.ts'

export const german: Texts = {
  sandbox: '{name} (Sandbox)',
  buttons: {
    back: 'Zurück',
    backTo: 'Zurück zu {workspace}',
    backToLink: 'Zurück zu Ihrem Link',
    cancel: 'Abbrechen',
    connect: 'Verbinden',
    continue: 'Weiter',
    grantAgain: 'Erneut zustimmen',
    next: 'Nächste →',
    otherLogin: 'Mit anderem Login anmelden',
    previous: '← Vorherige',
    search: 'Suchen',
    tryAgain: 'Noch einmal versuchen',
  },
  workspace: 'Arbeitsbereich: {workspaceName}',
  footer: { label: 'Über {workspace}', privacy: 'Datenschutz', support: 'Hilfe und Kontakt' },
  start: {
    title: '{platform} verbinden',
    request: '{workspace} möchte für {user} ein Werbekonto verbinden.',
    signIn: 'Als Nächstes melden Sie sich bei {site} an, unter {host}. Nur {site} sieht Ihr Passwort.',
    needed: '{workspace} benötigt die Erlaubnis für Folgendes:',
    optional:
      'Diese Berechtigungen sind freiwillig. Funktionen, die eine abgelehnte Berechtigung brauchen, stehen dann nicht zur Verfügung:',
    afterwards: 'Danach kann {workspace} die Werbung des Kontos, das Sie wählen, sehen und verwalten.',
    endable: 'Sie können das Konto jederzeit wieder trennen.',
    warning:
      'Wenn Sie diesen Link von jemandem bekommen haben, den Sie nicht kennen, brechen Sie hier ab. Wenn Sie fortfahren, kann diese Person Ihre Werbung sehen und verwalten.',
  },
  onward: {
    goingTo: 'Weiter zu {place} …',
    backTo: 'Zurück zu {workspace} …',
    byHand: 'Falls nichts passiert, machen Sie hier weiter:',
  },
  setbacks: {
    missingPermissions: {
      title: 'Eine Berechtigung fehlt',
      text: 'Sie haben eine nötige Berechtigung nicht erteilt, deshalb lässt sich kein Konto verbinden. Sie können zurückgehen und die Berechtigung erteilen.',
    },
    noAdAccounts: {
      title: 'Kein Werbekonto gefunden',
      text: 'Zu diesem Login gehört kein Werbekonto, das sich verbinden lässt. Nehmen Sie einen anderen Login, oder legen Sie zuerst bei {site} ein Werbekonto an.',
    },
    noPages: {
      title: 'Keine Facebook-Seite gefunden',
      text: 'Zu diesem Login gehört keine Facebook-Seite, für die Sie werben können. Nehmen Sie einen anderen Login, oder legen Sie zuerst bei {site} eine Seite an.',
    },
    codeRejected: {
      title: 'Die Anmeldung ist fehlgeschlagen',
      text: '{site} hat die Anmeldung abgelehnt, zum Beispiel weil sie zu lange gedauert hat. Bitte versuchen Sie es noch einmal.',
    },
    noRefreshToken: {
      title: 'Die Verbindung ist fehlgeschlagen',
      text: '{site} hat keine dauerhafte Erlaubnis erteilt. Bitte versuchen Sie es noch einmal, und erteilen Sie die angefragten Berechtigungen.',
    },
    unavailable: {
      title: '{site} antwortet nicht',
      text: 'Sie sind angemeldet, aber {site} hat Ihre Konten nicht genannt. Bitte versuchen Sie es gleich noch einmal.',
    },
    neededAre: 'Die Verbindung benötigt die Erlaubnis für Folgendes:',
    signOut: 'Um einen anderen Login zu verwenden, melden Sie sich zuerst bei {host} ab.',
  },
  picker: {
    account: 'Werbekonto wählen',
    page: 'Facebook-Seite wählen',
    error: 'Fehler: {title}',
    signedIn: 'Angemeldet als {person}',
    yourself: 'Sie selbst',
    forAccount: 'Werbekonto {account}',
    accountLegend: 'Werbekonto',
    pageLegend: 'Seite, für die geworben wird',
    searchAccounts: '{count} Werbekonten durchsuchen',
    searchPages: '{count} Seiten durchsuchen',
    searchHint: 'Name oder Nummer',
    nothingFound: 'Keine Treffer. Suchen Sie nach einem anderen Namen oder einer anderen Nummer.',
    parts: 'Teile der Liste',
    part: '{current} von {all}',
    chosen: 'Gewählt',
    direct: 'Direkter Zugriff',
    gone: '{account} · bisher verbunden · mit diesem Login nicht verfügbar',
    unusable: 'nicht verwendbar: {reason}',
    withInstagram: 'mit dem Instagram-Konto {name}',
    withoutInstagram: 'ohne Instagram-Konto',
    includeInstagram: 'Instagram-Konto einbeziehen',
    includeInstagramNamed: 'Instagram-Konto {name} einbeziehen',
    ofPage: 'der Seite {page}',
    ofAnyPage: 'der Seite, falls sie eines hat',
    replace: 'Ja, den Login von {person} ersetzen',
    replaceUnknownPerson: 'Ja, den bisherigen Login ersetzen',
    problems: {
      account: 'Wählen Sie eines der Werbekonten aus.',
      page: 'Wählen Sie eine der Seiten aus.',
      confirm: 'Bestätigen Sie mit dem Häkchen, dass dieser Login den bisherigen Login ersetzt.',
    },
    notes: {
      refused:
        'Sie haben {workspace} Folgendes nicht erlaubt: {permissions}. Sie können trotzdem fortfahren. Alles andere funktioniert.',
      unlistedPages:
        '{site} hat gerade nicht alle Ihre Seiten genannt. Falls eine Seite fehlt, versuchen Sie es später mit einem neuen Link.',
      unlistedAccounts:
        '{site} hat gerade nicht alle Ihre Konten genannt. Falls ein Konto fehlt, versuchen Sie es später mit einem neuen Link.',
      earlier:
        'Die bisherige Verbindung verwendet den Login von {person}. Wenn Sie fortfahren, ersetzt der Login, den Sie eben verwendet haben, diesen Login.',
      earlierUnknownPerson:
        'Die bisherige Verbindung verwendet den Login einer anderen Person. Wenn Sie fortfahren, ersetzt der Login, den Sie eben verwendet haben, diesen Login.',
      ends: 'Diese Verbindung läuft am {day} ab. Danach müssen Sie sich neu anmelden.',
    },
  },
  accountNotes: {
    disabled: 'deaktiviert',
    payment_due: 'Zahlung offen',
    under_review: 'wird geprüft',
    payment_pending: 'Zahlung läuft',
    payment_overdue: 'Zahlung überfällig',
    being_closed: 'wird geschlossen',
    test_account: 'Testkonto',
    account_billing_admin: 'Abrechnung',
    account_manager: 'Kontoverwaltung',
    campaign_manager: 'Kampagnenverwaltung',
    creative_manager: 'Anzeigengestaltung',
    viewer: 'Lesezugriff: kann nichts ändern',
  },
  obstacles: {
    closed: 'geschlossen',
    canceled: 'gekündigt',
    suspended: 'gesperrt',
    not_active: 'nicht aktiv',
    role_without_advertising: 'Ihre Rolle dort erlaubt keine Werbung',
    two_step_verification: 'verlangt die Bestätigung in zwei Schritten für Ihren Login',
    advanced_protection: 'verlangt das erweiterte Sicherheitsprogramm für Ihren Login',
    other_system: 'gehört zu einem anderen Werbesystem',
    signup_unfinished: 'die Registrierung ist nicht abgeschlossen',
    access_ended: 'Sie haben keinen Zugriff mehr',
    not_answered: 'gerade sind keine Angaben verfügbar',
    not_manageable_yet: 'wird hier noch nicht unterstützt',
  },
  outcome: {
    connected: 'Verbunden',
    isConnected: 'Ihr Konto bei {platform} ist jetzt mit {workspace} verbunden.',
    refused:
      'Folgendes haben Sie nicht erlaubt: {permissions}. Alles andere funktioniert. Um dies später zu erlauben, bitten Sie {workspace} um einen neuen Link.',
    notConnected: 'Nicht verbunden',
    stopped: 'Sie haben die Verbindung abgebrochen. Es wurde nichts geändert.',
    nothingChanged: 'Es wurde nichts geändert.',
    expired: 'Dieser Link ist abgelaufen',
    expiredText: 'Links laufen nach {minutes} Minuten ab. Bitten Sie {workspace} um einen neuen Link.',
    close: 'Sie können diese Seite schließen.',
  },
  problems: {
    access_denied: 'Sie haben nicht zugestimmt.',
    app_misconfigured:
      'Die Verbindung zwischen {workspace} und {site} ist nicht richtig eingerichtet. Bitte wenden Sie sich an {workspace}.',
    code_rejected: '{site} hat die Anmeldung abgelehnt. Bitte versuchen Sie es noch einmal.',
    missing_permissions: 'Sie haben nicht alle nötigen Berechtigungen erteilt.',
    no_refresh_token: '{site} hat keine dauerhafte Erlaubnis erteilt. Bitte versuchen Sie es noch einmal.',
    no_ad_accounts: 'Zu diesem Login gehört kein verwendbares Werbekonto.',
    no_pages: 'Zu diesem Login gehört keine Facebook-Seite, für die geworben werden kann.',
    platform_unavailable: '{site} hat nicht geantwortet. Bitte versuchen Sie es später noch einmal.',
  },
  identity: { name: 'Ihren Namen erfahren', nameAndEmail: 'Ihren Namen und Ihre E-Mail-Adresse erfahren' },
  failures: {
    title: 'Ein Fehler ist aufgetreten',
    serverError:
      'Die Anfrage ist wegen eines Fehlers bei uns fehlgeschlagen. Bitte versuchen Sie es gleich noch einmal. ({requestId})',
    busy: 'Im Moment gehen zu viele Anfragen ein. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    unreadable:
      'Ihr Browser hat ungültige Daten gesendet. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    foreignCallback:
      'Diese Anmeldung gehört zu keinem Link, den Sie in diesem Browser geöffnet haben, oder sie wurde schon verwendet. Falls Sie fertig waren, können Sie diese Seite schließen. Sonst öffnen Sie Ihren Link noch einmal in dem Browser, in dem Sie weitermachen möchten.',
    unknownLink: 'Unbekannter Link',
    unknownLinkText:
      'Diesen Link gibt es nicht oder nicht mehr. Prüfen Sie, ob Sie ihn vollständig geöffnet haben, oder bitten Sie um einen neuen Link.',
  },
  deletion: {
    unknown: 'Unbekannter Code',
    unknownText:
      'Zu diesem Code gibt es keinen Löschantrag. Prüfen Sie, ob Sie die Adresse vollständig geöffnet haben.',
    underWay: 'Ihre Daten werden gelöscht',
    underWayText:
      'Sie haben die Löschung am {day} beantragt. Laufende Aufgaben werden zuerst abgeschlossen. Das dauert höchstens einen Tag.',
    done: 'Ihre Daten wurden gelöscht',
    doneText: 'Die Daten, die über Sie gespeichert waren, wurden am {day} gelöscht.',
  },
}
