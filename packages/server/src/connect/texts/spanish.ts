// Spanish texts of linking. No native speaker has reviewed these texts.
import type { Texts } from './sentences.ts'

export const spanish: Texts = {
  sandbox: '{name} (sandbox)',
  buttons: {
    back: 'Atrás',
    backTo: 'Volver a {workspace}',
    backToLink: 'Volver a tu enlace',
    cancel: 'Cancelar',
    connect: 'Conectar',
    continue: 'Continuar',
    grantAgain: 'Volver a dar permiso',
    next: 'Siguiente →',
    otherLogin: 'Usar otro usuario',
    previous: '← Anterior',
    search: 'Buscar',
    tryAgain: 'Intentar de nuevo',
  },
  workspace: 'Espacio de trabajo: {workspaceName}',
  footer: { label: 'Acerca de {workspace}', privacy: 'Privacidad', support: 'Ayuda y contacto' },
  start: {
    title: 'Conectar {platform}',
    request: '{workspace} quiere conectar una cuenta publicitaria para {user}.',
    signIn: 'A continuación inicias sesión en {site}, en {host}. Solo {site} ve tu contraseña.',
    needed: '{workspace} necesita permiso para:',
    optional:
      'Estos permisos son opcionales. Las funciones que dependan de un permiso rechazado no estarán disponibles:',
    afterwards: 'Después, {workspace} podrá ver y gestionar la publicidad de la cuenta que elijas.',
    endable: 'Puedes desconectar la cuenta cuando quieras.',
    warning:
      'Si te ha enviado este enlace alguien a quien no conoces, detente aquí. Si continúas, esa persona podrá ver y gestionar tus anuncios.',
  },
  onward: {
    goingTo: 'Vamos a {place} …',
    backTo: 'Volvemos a {workspace} …',
    byHand: 'Si no pasa nada, continúa por aquí:',
  },
  setbacks: {
    missingPermissions: {
      title: 'Falta un permiso',
      text: 'No has dado un permiso necesario, así que no se puede conectar ninguna cuenta. Puedes volver y dar ese permiso.',
    },
    noAdAccounts: {
      title: 'No se ha encontrado ninguna cuenta publicitaria',
      text: 'El usuario con el que has entrado no tiene ninguna cuenta publicitaria que se pueda conectar. Usa otro usuario o crea antes una cuenta publicitaria en {site}.',
    },
    noPages: {
      title: 'No se ha encontrado ninguna página de Facebook',
      text: 'El usuario con el que has entrado no tiene ninguna página de Facebook para la que pueda hacer publicidad. Usa otro usuario o crea antes una página en {site}.',
    },
    codeRejected: {
      title: 'No se ha podido iniciar sesión',
      text: '{site} ha rechazado el inicio de sesión, por ejemplo porque ha tardado demasiado. Inténtalo de nuevo.',
    },
    noRefreshToken: {
      title: 'No se ha podido conectar',
      text: '{site} no ha dado un permiso duradero. Inténtalo de nuevo y da los permisos solicitados.',
    },
    unavailable: {
      title: '{site} no responde',
      text: 'Has iniciado sesión, pero {site} no ha indicado tus cuentas. Inténtalo de nuevo en un momento.',
    },
    neededAre: 'La conexión necesita permiso para:',
    signOut: 'Para usar otro usuario, cierra antes la sesión en {host}.',
  },
  picker: {
    account: 'Elige una cuenta publicitaria',
    page: 'Elige una página de Facebook',
    error: 'Error: {title}',
    signedIn: 'Has entrado como {person}',
    yourself: 'tú',
    forAccount: 'Cuenta publicitaria {account}',
    accountLegend: 'Cuenta publicitaria',
    pageLegend: 'Página que se va a anunciar',
    searchAccounts: 'Buscar entre {count} cuentas publicitarias',
    searchPages: 'Buscar entre {count} páginas',
    searchHint: 'Nombre o número',
    nothingFound: 'No hay resultados. Busca otro nombre o número.',
    parts: 'Partes de la lista',
    part: '{current} de {all}',
    chosen: 'Tu elección',
    direct: 'Acceso directo',
    gone: '{account} · conectada hasta ahora · no disponible con este usuario',
    unusable: 'no se puede usar: {reason}',
    withInstagram: 'con la cuenta de Instagram {name}',
    withoutInstagram: 'sin cuenta de Instagram',
    includeInstagram: 'Incluir la cuenta de Instagram',
    includeInstagramNamed: 'Incluir la cuenta de Instagram {name}',
    ofPage: 'de la página {page}',
    ofAnyPage: 'de la página, si la tiene',
    replace: 'Sí, sustituir el usuario de {person}',
    replaceUnknownPerson: 'Sí, sustituir el usuario anterior',
    problems: {
      account: 'Elige una de las cuentas publicitarias de la lista.',
      page: 'Elige una de las páginas de la lista.',
      confirm: 'Marca la casilla para confirmar que este usuario sustituye al usuario anterior.',
    },
    notes: {
      refused:
        'No has permitido a {workspace} lo siguiente: {permissions}. Puedes continuar. Todo lo demás funciona.',
      unlistedPages:
        '{site} no ha mostrado ahora todas tus páginas. Si falta una página, inténtalo más tarde con un enlace nuevo.',
      unlistedAccounts:
        '{site} no ha mostrado ahora todas tus cuentas. Si falta una cuenta, inténtalo más tarde con un enlace nuevo.',
      earlier:
        'La conexión actual utiliza el usuario de {person}. Si continúas, lo sustituirá el usuario con el que acabas de entrar.',
      earlierUnknownPerson:
        'La conexión actual utiliza el usuario de otra persona. Si continúas, lo sustituirá el usuario con el que acabas de entrar.',
      ends: 'Esta conexión caduca el {day}. Después tendrás que iniciar sesión otra vez.',
    },
  },
  accountNotes: {
    disabled: 'inhabilitada',
    payment_due: 'pago pendiente',
    under_review: 'en revisión',
    payment_pending: 'pago en curso',
    payment_overdue: 'pago atrasado',
    being_closed: 'en proceso de cierre',
    test_account: 'cuenta de prueba',
    account_billing_admin: 'administración de facturación',
    account_manager: 'gestión de la cuenta',
    campaign_manager: 'gestión de campañas',
    creative_manager: 'gestión de anuncios',
    viewer: 'solo lectura: no puede cambiar nada',
  },
  obstacles: {
    closed: 'cerrada',
    canceled: 'cancelada',
    suspended: 'suspendida',
    not_active: 'no está activa',
    role_without_advertising: 'tu función en ella no permite hacer publicidad',
    two_step_verification: 'exige la verificación en dos pasos de tu usuario',
    advanced_protection: 'exige la protección avanzada de tu usuario',
    other_system: 'pertenece a otro sistema publicitario',
    signup_unfinished: 'el registro no está terminado',
    access_ended: 'ya no tienes acceso',
    not_answered: 'no hay datos disponibles en este momento',
    not_manageable_yet: 'todavía no es compatible aquí',
  },
  outcome: {
    connected: 'Conexión establecida',
    isConnected: 'Tu cuenta de {platform} está conectada a {workspace}.',
    refused:
      'No has permitido lo siguiente: {permissions}. Todo lo demás funciona. Para permitirlo más adelante, pide un enlace nuevo a {workspace}.',
    notConnected: 'Sin conexión',
    stopped: 'Has cancelado la conexión. No se ha cambiado nada.',
    nothingChanged: 'No se ha cambiado nada.',
    expired: 'Este enlace ha caducado',
    expiredText: 'Los enlaces caducan a los {minutes} minutos. Pide un enlace nuevo a {workspace}.',
    close: 'Puedes cerrar esta página.',
  },
  problems: {
    access_denied: 'No has dado tu consentimiento.',
    app_misconfigured:
      'La conexión entre {workspace} y {site} no está bien configurada. Ponte en contacto con {workspace}.',
    code_rejected: '{site} ha rechazado el inicio de sesión. Inténtalo de nuevo.',
    missing_permissions: 'No has dado todos los permisos necesarios.',
    no_refresh_token: '{site} no ha dado un permiso duradero. Inténtalo de nuevo.',
    no_ad_accounts: 'Este usuario no tiene ninguna cuenta publicitaria que se pueda usar.',
    no_pages: 'Este usuario no tiene ninguna página de Facebook que anunciar.',
    platform_unavailable: '{site} no ha respondido. Inténtalo más tarde.',
  },
  identity: {
    name: 'conocer tu nombre',
    nameAndEmail: 'conocer tu nombre y tu dirección de correo electrónico',
  },
  failures: {
    title: 'Se ha producido un error',
    serverError:
      'La solicitud ha fallado por un error nuestro. Inténtalo de nuevo en un momento. ({requestId})',
    busy: 'Ahora mismo llegan demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
    unreadable:
      'Tu navegador ha enviado datos no válidos. Vuelve atrás, recarga la página e inténtalo otra vez.',
    foreignCallback:
      'Este inicio de sesión no corresponde a ningún enlace que hayas abierto en este navegador, o ya se ha usado. Si habías terminado, puedes cerrar esta página. Si no, abre otra vez tu enlace en el navegador en el que quieras terminar.',
    unknownLink: 'Enlace desconocido',
    unknownLinkText:
      'Este enlace no existe o ya no existe. Comprueba que lo has abierto completo, o pide un enlace nuevo.',
  },
  deletion: {
    unknown: 'Código desconocido',
    unknownText:
      'Ninguna solicitud de borrado de datos tiene este código. Comprueba que has abierto la dirección completa.',
    underWay: 'Tus datos se están borrando',
    underWayText:
      'Solicitaste el borrado el {day}. Primero terminan las tareas en curso, lo que tarda como mucho un día.',
    done: 'Tus datos se han borrado',
    doneText: 'Los datos guardados sobre ti se borraron el {day}.',
  },
}
