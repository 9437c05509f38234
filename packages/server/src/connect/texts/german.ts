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
    signIn:
      'Als Nächstes melden Sie sich bei {site} an, unter {host}. Ihr Passwort bekommt hier niemand zu sehen.',
    needed: 'Dort werden Sie gebeten, {workspace} Folgendes zu erlauben:',
    optional: 'Dies dürfen Sie ablehnen; nur das, was davon abhängt, funktioniert dann nicht:',
    afterwards: 'Danach kann {workspace} die Werbung in dem Konto, das Sie wählen, sehen und verwalten.',
    endable: 'Sie können die Verbindung jederzeit wieder lösen.',
    warning:
      'Haben Sie diesen Link von jemandem bekommen, den Sie nicht kennen? Dann brechen Sie hier ab: Das Konto würde für diese Person verbunden.',
  },
  onward: {
    goingTo: 'Weiter zu {place} …',
    backTo: 'Zurück zu {workspace} …',
    byHand: 'Falls nichts passiert, geht es hier weiter:',
  },
  setbacks: {
    missingPermissions: {
      title: 'Eine Berechtigung fehlt',
      text: 'Sie haben nicht alles erlaubt, was nötig ist, und ohne das lässt sich nichts verbinden. Sie können zurückgehen und es erlauben.',
    },
    noAdAccounts: {
      title: 'Kein Werbekonto gefunden',
      text: 'Zu diesem Login gehört kein Werbekonto, das sich verbinden lässt. Nehmen Sie einen anderen Login, oder legen Sie zuerst bei {site} ein Werbekonto an.',
    },
    noPages: {
      title: 'Keine Facebook-Seite gefunden',
      text: 'Zu diesem Login gehört keine Facebook-Seite, für die er werben darf. Nehmen Sie einen anderen Login, oder legen Sie zuerst bei {site} eine Seite an.',
    },
    codeRejected: {
      title: 'Das hat nicht geklappt',
      text: '{site} hat die Antwort der eigenen Anmeldeseite nicht angenommen. Das kommt vor, wenn es zu lange gedauert hat. Bitte versuchen Sie es noch einmal.',
    },
    noRefreshToken: {
      title: 'Das hat nicht geklappt',
      text: '{site} hat keine dauerhafte Erlaubnis gegeben. Bitte versuchen Sie es noch einmal, und erlauben Sie, worum gebeten wird.',
    },
    unavailable: {
      title: '{site} antwortet nicht',
      text: 'Sie sind angemeldet, aber {site} gab über Ihre Konten keine Auskunft. Bitte versuchen Sie es gleich noch einmal.',
    },
    neededAre: 'Nötig ist die Erlaubnis für Folgendes:',
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
    nothingFound: 'Nichts gefunden. Suchen Sie nach einem anderen Namen oder einer anderen Nummer.',
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
      confirm: 'Bestätigen Sie mit dem Häkchen, dass der bisherige Login ersetzt werden soll.',
    },
    notes: {
      refused:
        'Sie haben {workspace} Folgendes nicht erlaubt: {permissions}. Sie können trotzdem fortfahren: Alles andere funktioniert.',
      unlistedPages:
        '{site} hat gerade nicht alle Ihre Seiten genannt. Falls eine fehlt, versuchen Sie es später mit einem neuen Link.',
      unlistedAccounts:
        '{site} hat gerade nicht alle Ihre Konten genannt. Falls eines fehlt, versuchen Sie es später mit einem neuen Link.',
      earlier:
        'Bisher bestand die Verbindung über {person}. Wenn Sie fortfahren, gilt stattdessen der Login, den Sie eben verwendet haben.',
      earlierUnknownPerson:
        'Bisher bestand die Verbindung über jemand anderen. Wenn Sie fortfahren, gilt stattdessen der Login, den Sie eben verwendet haben.',
      ends: 'Diese Verbindung gilt bis zum {day}. Danach werden Sie gebeten, sich neu anzumelden.',
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
    viewer: 'nur Lesezugriff: kann nichts ändern',
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
    access_ended: 'Ihr Zugriff darauf ist beendet',
    not_answered: 'ließ sich gerade nicht abfragen',
    not_manageable_yet: 'lässt sich von hier aus noch nicht verwalten',
  },
  outcome: {
    connected: 'Verbunden',
    isConnected: 'Ihr Konto bei {platform} ist jetzt mit {workspace} verbunden.',
    refused:
      'Folgendes haben Sie nicht erlaubt: {permissions}. Alles andere funktioniert. Wenn Sie es später erlauben möchten, bitten Sie {workspace} um einen neuen Link.',
    notConnected: 'Nicht verbunden',
    stopped: 'Sie haben vorzeitig abgebrochen. Es wurde nichts geändert.',
    nothingChanged: 'Es wurde nichts geändert.',
    expired: 'Dieser Link ist abgelaufen',
    expiredText: 'Links gelten {minutes} Minuten. Bitten Sie {workspace} um einen neuen.',
    close: 'Sie können diese Seite schließen.',
  },
  problems: {
    access_denied: 'Die Zustimmung wurde verweigert.',
    app_misconfigured:
      'Zwischen {workspace} und {site} ist etwas nicht richtig eingerichtet. Bitte sagen Sie {workspace} Bescheid.',
    code_rejected:
      '{site} hat die Antwort der eigenen Anmeldeseite nicht angenommen. Bitte versuchen Sie es noch einmal.',
    missing_permissions: 'Es wurden nicht alle nötigen Berechtigungen erteilt.',
    no_refresh_token: '{site} hat keine dauerhafte Erlaubnis gegeben. Bitte versuchen Sie es noch einmal.',
    no_ad_accounts: 'Zu diesem Login gehört kein Werbekonto, das sich verwenden lässt.',
    no_pages: 'Zu diesem Login gehört keine Facebook-Seite, für die geworben werden kann.',
    platform_unavailable: '{site} war nicht zu erreichen. Bitte versuchen Sie es später noch einmal.',
  },
  identity: { name: 'Ihren Namen erfahren', nameAndEmail: 'Ihren Namen und Ihre E-Mail-Adresse erfahren' },
  failures: {
    title: 'Das hat nicht geklappt',
    serverError: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal. ({requestId})',
    busy: 'Hier ist gerade zu viel los. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    unreadable:
      'Was Ihr Browser geschickt hat, ließ sich nicht verwenden. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    foreignCallback:
      'Diese Antwort gehört zu keinem Link, der in diesem Browser geöffnet wurde, oder sie wurde schon verwendet. Falls Sie fertig waren, können Sie diese Seite schließen. Sonst öffnen Sie Ihren Link noch einmal, in dem Browser, in dem Sie weitermachen möchten.',
    unknownLink: 'Unbekannter Link',
    unknownLinkText:
      'Diesen Link gibt es nicht oder nicht mehr. Prüfen Sie, ob Sie ihn vollständig geöffnet haben, oder bitten Sie um einen neuen.',
  },
  deletion: {
    unknown: 'Unbekannter Code',
    unknownText:
      'Zu diesem Code gibt es keine Bitte um Löschung. Prüfen Sie, ob Sie die Adresse vollständig geöffnet haben.',
    underWay: 'Ihre Daten werden gelöscht',
    underWayText:
      'Sie haben am {day} darum gebeten. Was noch im Gange war, wird zuerst beendet; das dauert höchstens einen Tag.',
    done: 'Ihre Daten wurden gelöscht',
    doneText: 'Was über Sie gespeichert war, wurde am {day} gelöscht.',
  },
}
