import type {
  link as englishLink,
  newsletter as englishNewsletter,
  nowhere as englishNowhere,
  setup as englishSetup,
  sign_in as englishSignIn,
} from '../entry.ts';
import type { Translated } from '../translated.ts';

const roles: Record<string, string> = {
  owner: 'propietario',
  editor: 'editor',
  writer: 'redactor',
  viewer: 'lector',
};

export const sign_in: Translated<typeof englishSignIn> = {
  title: 'Iniciar sesión',
  proof_title: 'Vuelve a iniciar sesión',
  proof: 'Esto cambia cómo inicias sesión, y la iniciaste hace un rato. Vuelve a iniciarla para continuar.',
  proof_missing:
    'No se cambió nada, porque no volviste a iniciar sesión. Inténtalo otra vez e inicia sesión cuando se te pida.',
  over: 'Tu sesión ha terminado. Inicia sesión para continuar; no se pierde nada de esta página.',
  address: 'Dirección de correo',
  password: 'Contraseña',
  passkey: 'Usar una llave de acceso',
  mail: 'Enviarme un enlace',
  mailed: address =>
    `Si ${address} tiene una cuenta, un enlace de inicio de sesión está en camino. Sirve una vez.`,
  terminal: 'Para mostrar un enlace de inicio de sesión en el equipo en el que funciona Postrider, escribe',
  code: 'Código',
  code_hint: 'Las seis cifras de tu aplicación de autenticación, o un código de recuperación.',
  go_on: 'Continuar',
  other_way: 'Iniciar sesión de otra forma',
  no_passkey: 'No se usó ninguna llave de acceso. Inténtalo otra vez o inicia sesión de otra forma.',
};

export const link: Translated<typeof englishLink> = {
  once: 'Este enlace inicia tu sesión una vez.',
  invitation: newsletter => `Te han invitado a trabajar en ${newsletter}`,
  invited: (address, role) =>
    `La invitación es para ${address}. Te unirás al boletín con el rol de ${roles[role] ?? role}.`,
  accept: 'Aceptar la invitación',
};

export const nowhere: Translated<typeof englishNowhere> = {
  title: 'Aquí no hay ningún boletín',
  owner: 'Esta instalación es tuya, así que puedes crear uno.',
  title_member: 'No perteneces a ningún boletín',
  member: address =>
    `Pide a un propietario del boletín en el que quieres trabajar que invite a ${address}. Después abre el enlace de la invitación.`,
  you: 'tu dirección',
};

export const newsletter: Translated<typeof englishNewsletter> = {
  make: 'Boletín nuevo',
  make_it: 'Crear el boletín',
  made: name => `${name} está listo`,
  key_once:
    'Esta es su primera clave de API, para programas. El panel no la necesita. Cópiala ahora si quieres usarla: solo se muestra una vez.',
  open: 'Abrir el boletín',
};

export const setup: Translated<typeof englishSetup> = {
  first: 'Paso 1 de 2',
  second: 'Paso 2 de 2',
  newsletter: 'Tu boletín',
  you: 'Cómo inicias sesión',
  password: 'Contraseña',
  name_hint: 'Puedes cambiarlo todo más tarde.',
  from_hint: 'Los suscriptores ven esta dirección como remitente.',
  address_hint: 'Inicias sesión con esta dirección.',
  password_hint:
    'Al menos 12 caracteres. Sin contraseña, inicias sesión con un enlace que recibes por correo.',
  skip: 'Saltar',
  finish: 'Terminar',
};
