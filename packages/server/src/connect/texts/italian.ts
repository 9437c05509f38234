// Italian texts of linking. No native speaker has reviewed these texts.
import type { Texts } from './sentences.ts'

export const italian: Texts = {
  sandbox: '{name} (sandbox)',
  buttons: {
    back: 'Indietro',
    backTo: 'Torna a {workspace}',
    backToLink: 'Torna al tuo link',
    cancel: 'Annulla',
    connect: 'Collega',
    continue: 'Continua',
    grantAgain: 'Autorizza di nuovo',
    next: 'Avanti →',
    otherLogin: 'Usa un altro accesso',
    previous: '← Precedente',
    search: 'Cerca',
    tryAgain: 'Riprova',
  },
  workspace: 'Spazio di lavoro: {workspaceName}',
  footer: {
    label: 'Informazioni su {workspace}',
    privacy: 'Informativa sulla privacy',
    support: 'Aiuto e contatti',
  },
  start: {
    title: 'Collega {platform}',
    request: '{workspace} vuole collegare un account pubblicitario per {user}.',
    signIn: 'Ora accedi a {site}, all’indirizzo {host}. Solo {site} vede la tua password.',
    needed: '{workspace} ha bisogno dell’autorizzazione a:',
    optional:
      'Queste autorizzazioni sono facoltative. Le funzioni che dipendono da un’autorizzazione rifiutata non saranno disponibili:',
    afterwards: 'Dopo, {workspace} potrà vedere e gestire la pubblicità dell’account che scegli.',
    endable: 'Puoi scollegare l’account in qualsiasi momento.',
    warning:
      'Se hai ricevuto questo link da qualcuno che non conosci, fermati qui. Se continui, quella persona potrà vedere e gestire i tuoi annunci.',
  },
  onward: {
    goingTo: 'Stai andando a {place} …',
    backTo: 'Stai tornando a {workspace} …',
    byHand: 'Se non succede nulla, prosegui da qui:',
  },
  setbacks: {
    missingPermissions: {
      title: 'Manca un’autorizzazione',
      text: 'Non hai concesso un’autorizzazione necessaria, quindi non si può collegare nessun account. Puoi tornare indietro e concedere l’autorizzazione.',
    },
    noAdAccounts: {
      title: 'Nessun account pubblicitario trovato',
      text: 'L’accesso che hai usato non ha nessun account pubblicitario che si possa collegare. Usa un altro accesso oppure crea prima un account pubblicitario su {site}.',
    },
    noPages: {
      title: 'Nessuna pagina Facebook trovata',
      text: 'L’accesso che hai usato non ha nessuna pagina Facebook per cui possa fare pubblicità. Usa un altro accesso oppure crea prima una pagina su {site}.',
    },
    codeRejected: {
      title: 'Accesso non riuscito',
      text: '{site} ha rifiutato l’accesso, per esempio perché è passato troppo tempo. Riprova.',
    },
    noRefreshToken: {
      title: 'Collegamento non riuscito',
      text: '{site} non ha dato un’autorizzazione duratura. Riprova e concedi le autorizzazioni richieste.',
    },
    unavailable: {
      title: '{site} non risponde',
      text: 'Hai effettuato l’accesso, ma {site} non ha indicato i tuoi account. Riprova tra poco.',
    },
    neededAre: 'Per il collegamento serve l’autorizzazione a:',
    signOut: 'Per usare un altro accesso, esci prima da {host}.',
  },
  picker: {
    account: 'Scegli un account pubblicitario',
    page: 'Scegli una pagina Facebook',
    error: 'Errore: {title}',
    signedIn: 'Accesso effettuato come {person}',
    yourself: 'te stesso',
    forAccount: 'Account pubblicitario {account}',
    accountLegend: 'Account pubblicitario',
    pageLegend: 'Pagina da promuovere',
    searchAccounts: 'Cerca tra {count} account pubblicitari',
    searchPages: 'Cerca tra {count} pagine',
    searchHint: 'Nome o numero',
    nothingFound: 'Nessun risultato. Cerca un altro nome o numero.',
    parts: 'Parti dell’elenco',
    part: '{current} di {all}',
    chosen: 'La tua scelta',
    direct: 'Accesso diretto',
    gone: '{account} · collegato finora · non disponibile con questo accesso',
    unusable: 'non utilizzabile: {reason}',
    withInstagram: 'con l’account Instagram {name}',
    withoutInstagram: 'senza account Instagram',
    includeInstagram: 'Includi l’account Instagram',
    includeInstagramNamed: 'Includi l’account Instagram {name}',
    ofPage: 'della pagina {page}',
    ofAnyPage: 'della pagina, se ne ha uno',
    replace: 'Sì, sostituisci l’accesso di {person}',
    replaceUnknownPerson: 'Sì, sostituisci l’accesso precedente',
    problems: {
      account: 'Scegli uno degli account pubblicitari qui sotto.',
      page: 'Scegli una delle pagine qui sotto.',
      confirm: 'Spunta la casella per confermare che questo accesso sostituisce l’accesso precedente.',
    },
    notes: {
      refused: 'Non hai permesso a {workspace} di: {permissions}. Puoi continuare. Tutto il resto funziona.',
      unlistedPages:
        '{site} non ha indicato ora tutte le tue pagine. Se manca una pagina, riprova più tardi con un nuovo link.',
      unlistedAccounts:
        '{site} non ha indicato ora tutti i tuoi account. Se manca un account, riprova più tardi con un nuovo link.',
      earlier:
        'Il collegamento attuale usa l’accesso di {person}. Se continui, lo sostituirà l’accesso che hai appena usato.',
      earlierUnknownPerson:
        'Il collegamento attuale usa l’accesso di un’altra persona. Se continui, lo sostituirà l’accesso che hai appena usato.',
      ends: 'Questo collegamento scade il {day}. Dopo dovrai accedere di nuovo.',
    },
  },
  accountNotes: {
    disabled: 'disattivato',
    payment_due: 'pagamento dovuto',
    under_review: 'in fase di verifica',
    payment_pending: 'pagamento in corso',
    payment_overdue: 'pagamento scaduto',
    being_closed: 'in chiusura',
    test_account: 'account di prova',
    account_billing_admin: 'amministrazione della fatturazione',
    account_manager: 'gestione dell’account',
    campaign_manager: 'gestione delle campagne',
    creative_manager: 'gestione degli annunci',
    viewer: 'sola lettura: non può modificare nulla',
  },
  obstacles: {
    closed: 'chiuso',
    canceled: 'annullato',
    suspended: 'sospeso',
    not_active: 'non attivo',
    role_without_advertising: 'il tuo ruolo non permette di fare pubblicità',
    two_step_verification: 'richiede la verifica in due passaggi del tuo accesso',
    advanced_protection: 'richiede la protezione avanzata del tuo accesso',
    other_system: 'appartiene a un altro sistema pubblicitario',
    signup_unfinished: 'la registrazione non è completata',
    access_ended: 'non hai più accesso',
    not_answered: 'nessuna informazione disponibile ora',
    not_manageable_yet: 'non ancora supportato qui',
  },
  outcome: {
    connected: 'Collegamento riuscito',
    isConnected: 'Il tuo account {platform} è collegato a {workspace}.',
    refused:
      'Non hai permesso quanto segue: {permissions}. Tutto il resto funziona. Per permetterlo in seguito, chiedi un nuovo link a {workspace}.',
    notConnected: 'Non collegato',
    stopped: 'Hai annullato il collegamento. Non è stato modificato nulla.',
    nothingChanged: 'Non è stato modificato nulla.',
    expired: 'Questo link è scaduto',
    expiredText: 'I link scadono dopo {minutes} minuti. Chiedi un nuovo link a {workspace}.',
    close: 'Puoi chiudere questa pagina.',
  },
  problems: {
    access_denied: 'Non hai dato il tuo consenso.',
    app_misconfigured:
      'Il collegamento tra {workspace} e {site} non è impostato correttamente. Contatta {workspace}.',
    code_rejected: '{site} ha rifiutato l’accesso. Riprova.',
    missing_permissions: 'Non hai concesso tutte le autorizzazioni necessarie.',
    no_refresh_token: '{site} non ha dato un’autorizzazione duratura. Riprova.',
    no_ad_accounts: 'Questo accesso non ha nessun account pubblicitario utilizzabile.',
    no_pages: 'Questo accesso non ha nessuna pagina Facebook da promuovere.',
    platform_unavailable: '{site} non ha risposto. Riprova più tardi.',
  },
  identity: { name: 'conoscere il tuo nome', nameAndEmail: 'conoscere il tuo nome e il tuo indirizzo email' },
  failures: {
    title: 'Si è verificato un errore',
    serverError: 'La richiesta non è riuscita per un errore da parte nostra. Riprova tra poco. ({requestId})',
    busy: 'In questo momento arrivano troppe richieste. Attendi un attimo e riprova.',
    unreadable: 'Il tuo browser ha inviato dati non validi. Torna indietro, ricarica la pagina e riprova.',
    foreignCallback:
      'Questo accesso non corrisponde a nessun link che hai aperto in questo browser, oppure è già stato usato. Se avevi finito, puoi chiudere questa pagina. Altrimenti apri di nuovo il tuo link nel browser in cui vuoi finire.',
    unknownLink: 'Link sconosciuto',
    unknownLinkText:
      'Questo link non esiste o non esiste più. Controlla di averlo aperto per intero, oppure chiedi un nuovo link.',
  },
  deletion: {
    unknown: 'Codice sconosciuto',
    unknownText:
      'Nessuna richiesta di cancellazione dei dati ha questo codice. Controlla di aver aperto l’indirizzo per intero.',
    underWay: 'I tuoi dati sono in corso di cancellazione',
    underWayText:
      'Hai chiesto la cancellazione il {day}. Prima terminano le attività in corso, il che richiede al massimo un giorno.',
    done: 'I tuoi dati sono stati cancellati',
    doneText: 'I dati memorizzati su di te sono stati cancellati il {day}.',
  },
}
