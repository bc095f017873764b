import type { people as english } from '../../../../../src/platform/sentences/people.ts';
import type { Translated } from '../../translated.ts';

export const people: Translated<typeof english> = {
  session_ended_meanwhile:
    'Tu sesión terminó mientras se enviaba la petición. Vuelve a iniciar sesión en /dashboard y repítela.',
  newsletter_not_named:
    'La petición no nombra un boletín. Envía su id en la cabecera Postrider-Newsletter (GET /v1/newsletters da la lista de los tuyos), o usa una clave de API.',
  person_needed:
    'Esta dirección es para una persona con sesión iniciada y no acepta claves de API. Inicia sesión con un navegador.',
  access_lost: 'Se perdió el acceso a esta respuesta mientras se enviaba.',
  key_missing: 'Envía tu clave de API en la cabecera "Authorization: Token <key>".',
  key_in_address:
    'Una clave de API en la dirección no se lee, y queda en los registros. Envíala en la cabecera "Authorization: Token <key>", y sustitúyela por una nueva.',
  key_in_header:
    'La cabecera {header} no se lee. Envía tu clave de API en la cabecera "Authorization: Token <key>".',
  key_mistyped:
    'Esta clave de API es desconocida y contiene {character}. Envía la clave sola, sin comillas, corchetes ni el nombre de una variable.',
  scheme_missing:
    'La cabecera Authorization no nombra el esquema de una clave de API. Envía "Authorization: Token <key>", o "Bearer <key>".',
  key_unknown:
    'Esta clave de API es desconocida, está revocada o ha caducado. Crea otra con: postrider key create',
  username_taken: 'username: {username} ya está en uso. Elige otro.',
  other_site:
    'Esta petición viene de otro sitio ({site}). Usa /dashboard en este sitio o envía una clave de API.',
  owner_creates:
    'Solo un propietario de la instalación puede crear un boletín. Pide a uno que lo cree y que te invite.',
  you_last_owner: 'Eres el último propietario de la instalación. Haz antes propietario a otra persona.',
  rights_lost:
    'Has perdido permisos desde que empezó esta petición. Mira qué puedes hacer aún y envíala otra vez.',
  keys_not_kept:
    'keep_keys: no puedes conservar claves de un boletín que dejas. Pide a otro propietario que te quite y que las conserve.',
  address_taken: 'email_address: otra cuenta ya usa esta dirección. Usa una distinta.',
  app_there: 'Ya hay una aplicación de autenticación configurada. Elimínala antes para usar otra.',
  code_alone:
    'Un código se añade a una contraseña o a un enlace por correo. Pon antes una contraseña o una dirección.',
  app_not_begun: 'No se está configurando ninguna aplicación de autenticación. Empieza con POST /v1/me/totp.',
  app_code_wrong: 'code: este no es el código que muestra la aplicación. Comprueba el reloj del teléfono.',
  app_missing:
    'No hay ninguna aplicación de autenticación configurada, así que no hay códigos de recuperación. Configura una con POST /v1/me/totp.',
  owner_everywhere:
    'Un propietario de la instalación pertenece a todos los boletines. Pon antes installation en false.',
  no_role_within: 'permissions: todos los roles tienen más que estos. Da al menos {needed}.',
  last_of_newsletter:
    'Esta persona es el último propietario del boletín. Haz antes propietario a otra persona.',
  last_of_installation:
    'Esta persona es el último propietario de la instalación. Haz antes propietario a otra persona.',
  too_many_passkeys: 'Tienes {count} llaves de acceso. Elimina antes una.',
  passkey_known: 'response: esta llave de acceso ya se añadió. Úsala o crea otra.',
  passkey_mismatch:
    'response: no corresponde al desafío, o el desafío ha caducado. Pide opciones nuevas e inténtalo otra vez.',
  passkey_unknown:
    'Esta llave de acceso no se conoce aquí, o el desafío ha caducado. Inténtalo otra vez o pide un enlace de inicio de sesión por correo.',
  too_many_sign_ins: 'Demasiadas personas están iniciando sesión. Inténtalo otra vez dentro de un minuto.',
  sign_in_recently:
    'Cambiar cómo inicias sesión exige haberla iniciado hace poco. Vuelve a iniciarla y repite la petición.',
  session_ended: 'Tu sesión ha terminado. Vuelve a iniciarla en /dashboard.',
  credential_first:
    'Otras personas pueden llegar a este servicio, así que antes tienes que poner una contraseña (PATCH /v1/me) o añadir una llave de acceso.',
  not_your_newsletter:
    'Postrider-Newsletter: ninguno de tus boletines tiene este id. GET /v1/newsletters da la lista.',
  password_wrong:
    'La dirección o la contraseña es incorrecta. Inténtalo otra vez o pide un enlace de inicio de sesión por correo.',
  no_sign_in_waits: 'Ningún inicio de sesión espera un código. Empieza con la contraseña.',
  code_wrong:
    'El código es incorrecto. Usa el que muestra ahora la aplicación, o un código de recuperación sin usar.',
  sign_in_first:
    'La dirección {email_address} ya tiene aquí una cuenta. Inicia sesión con ella y abre el enlace otra vez.',
  sign_in_changed: 'La forma de iniciar sesión en esta cuenta acaba de cambiar. Inténtalo otra vez.',
  role_from_group:
    'role: el grupo {group} da a esta persona el rol {role} cada vez que inicia sesión. Quítala antes del grupo o elige un rol superior.',
  sign_on_only:
    'Aquí se inicia sesión con {name}, y de ninguna otra forma. Quien gestiona la instalación puede mostrar un enlace: npx postrider sign-in',
  sign_on_off:
    'Aquí no hay inicio de sesión único. Inicia sesión con una contraseña, una llave de acceso o un enlace.',
  sign_on_first: 'Inicia antes sesión con {name}, como {email_address}. Eso acepta la invitación.',
  sign_on_away:
    'No se puede llegar a {name}. {reason:sentence} Inténtalo otra vez dentro de unos minutos. Quien gestiona la instalación puede mostrar un enlace que funciona mientras tanto: npx postrider sign-in',
  provider_status: 'El proveedor responde con el estado {status}.',
  sign_on_expired:
    'Este inicio de sesión ha durado más de diez minutos, ya se ha usado o empezó en otro navegador. Empieza otra vez.',
  sign_on_refused:
    '{name} no inició tu sesión ({error}). Inténtalo otra vez o pregunta a quien gestiona allí tu cuenta.',
  sign_on_misconfigured:
    '{name} rechaza esta instalación ({error}). Quien la gestiona debe comprobar OIDC_CLIENT_ID, OIDC_CLIENT_SECRET y la dirección de las redirecciones.',
  sign_on_untrusted:
    'No se puede confiar en lo que dijo {name} ({error}). Inténtalo otra vez. Si sigue así, avisa a quien gestiona la instalación.',
  sign_on_stale:
    '{name} no dice que hayas iniciado allí sesión en los últimos 15 minutos. Inicia sesión aquí de otra forma, o con un enlace: npx postrider sign-in',
  address_unproved_elsewhere:
    '{name} no dice que la dirección {email_address} sea tuya con seguridad. Demuéstralo allí, o inicia sesión aquí de otra forma y conecta {name} en tu perfil.',
  address_missing_elsewhere:
    'De {name} no llega ninguna dirección de correo, y el primer inicio de sesión la necesita. Quien gestiona la instalación debe pedir el ámbito email o configurar AUTH_EMAIL_HEADER.',
  no_account:
    'Nadie aquí tiene la dirección {email_address}. Pide a un propietario del boletín una invitación para esta dirección.',
  other_identity:
    'Otra cuenta de {name} está conectada con la dirección {email_address}. Un propietario de la instalación puede desconectarla en Equipo.',
  identity_taken: 'Tu cuenta de {name} está conectada aquí con otra persona. Desconéctala antes allí.',
  header_missing: 'El proxy no dice quién eres. Inicia sesión allí e inténtalo otra vez.',
  link_over: 'Este enlace ya se ha usado o ha caducado. Pide otro, o pregunta a la persona que te invitó.',
  permission_missing:
    'Esto exige el permiso {area}:{needed}, pero tienes {area}:{present}. Usa una clave que lo tenga, o pregunta a un propietario del boletín.',
  inbox_closed:
    'Inicia sesión en /dashboard, abre la bandeja con el enlace que mostró Postrider al iniciarse (npx postrider inbox lo muestra otra vez), o envía una clave de API en la cabecera "Authorization: Token <key>".',
  approval_needed:
    'Tus cambios necesitan una aprobación (bounds.needs_approval) antes de que los vean los lectores, y {why:sentence}. Pide a un propietario o editor del boletín que lo haga.',
  drafts_only_key:
    'Esta clave solo puede escribir borradores (bounds.drafts_only), y {why:sentence}. Usa otra clave.',
  bounded_key:
    'Una clave con límites solo puede cambiar lo que envía ella misma, y {why:sentence}. Usa una clave sin límites.',
  grant_exceeds:
    'permissions: esta clave tiene {area}:{own}, así que no puede dar {area}:{level}. Usa una clave que tenga este permiso, o ejecuta: postrider key create',
  bound_exceeds:
    'bounds.{bound}: una clave no puede superar los límites de la clave que la crea, que tiene {value}. Omite el límite o usa uno más estrecho.',
  key_outlives:
    'expiry_date: una clave no puede durar más que la clave que la crea, que caduca el {date:time}. Usa esa fecha o una anterior.',
  why_field_shown: 'los correos y las páginas contienen {field}',
  why_threshold: 'approval_threshold decide qué necesita una aprobación',
  why_deletion: 'una eliminación termina las páginas del boletín',
  too_many_attempts_link:
    'Demasiados intentos de iniciar sesión. Espera una hora o pide un enlace de inicio de sesión por correo.',
  too_many_links:
    'Se pidieron demasiados enlaces de inicio de sesión. Mira tu correo o inténtalo otra vez dentro de una hora.',
  too_many_attempts: 'Demasiados intentos de iniciar sesión. Inténtalo otra vez dentro de una hora.',
  why_form: 'cualquiera puede ver un formulario',
  why_answer: 'una contestación se envía en nombre del boletín',
  why_comment: 'cualquiera puede leer los comentarios, y otras personas del hilo reciben un correo',
  why_gift: 'un regalo se envía por correo con las palabras de quien lo hace',
  why_segment: 'una automatización o un correo programado usa este segmento',
  why_topic: 'los lectores ven una etiqueta que pueden elegir (subscriber_editable)',
  why_file:
    'un fragmento, un ajuste, una automatización o un correo que es más que un borrador usa este archivo',
  why_email: 'este correo es más que un borrador',
  why_survey: 'una automatización, un correo que sale o una página contiene esta encuesta',
  why_snippet: 'una automatización, un correo que sale o una página usa este fragmento',
  why_bundle: 'una copia exportada contiene páginas y ajustes',
  why_issues: 'la importación ha publicado números',
  why_copy: 'una copia contiene páginas y ajustes',
  works_here:
    'email_address: una cuenta con la dirección {address} ya trabaja en este boletín. Cambia su rol: PATCH /v1/people/{id}',
  works_here_unproved:
    'email_address: una cuenta con la dirección {address} ya trabaja en este boletín. Nadie ha demostrado aún que la dirección sea suya, así que asegúrate de quién es y cambia después el rol: PATCH /v1/people/{id}',
};
