import type { relays as english } from '../../../../../src/platform/sentences/relays.ts';
import type { Translated } from '../../translated.ts';

export const relays: Translated<typeof english> = {
  no_tls_for_password: 'El servidor no ofrece TLS, y una contraseña no se debe enviar sin cifrar.',
  no_starttls: 'El servidor no ofrece STARTTLS. Para usarlo sin TLS, pon tls en opportunistic.',
  certificate_untrusted:
    '{protocol}, pero no se confía en el certificado. Da al servidor de correo uno de confianza.',
  certificate_ends: 'El certificado termina el {date}. Renueva el certificado del servidor de correo.',
  tls_until: '{protocol}, con un certificado hasta el {date}.',
  no_answer: 'No hubo respuesta en {seconds:number} segundos.',
  silent_after_mail:
    'Una conexión con el servidor de correo lleva {seconds:number} segundos sin respuesta, después de MAIL.',
  silent_for_domain:
    'El servidor de correo lleva {seconds:number} segundos sin decir si acepta un mensaje para {domain}.',
  silent_after_message:
    'El servidor de correo recibió hace {seconds:number} segundos un mensaje para {domain} y aún no ha respondido.',
  mail_unanswered:
    'El servidor de correo no respondió a MAIL durante {seconds:number} segundos, y respondió en otras conexiones.',
  not_greeted:
    'El servidor de correo aceptó una conexión hace {seconds:number} segundos y aún no ha saludado.',
  ehlo_unanswered:
    'El servidor de correo aceptó una conexión hace {seconds:number} segundos y aún no ha respondido a EHLO.',
  tls_not_begun:
    'El servidor de correo aceptó una conexión hace {seconds:number} segundos y aún no ha empezado TLS.',
  login_unanswered:
    'El servidor de correo aceptó una conexión hace {seconds:number} segundos y aún no ha respondido al inicio de sesión.',
  unanswered:
    'El servidor de correo aceptó una conexión hace {seconds:number} segundos y aún no ha respondido.',
  connect_failed: '{reason:sentence} Comprueba el servidor y el puerto, y si hay un cortafuegos en medio.',
  tls_failed:
    '{reason:sentence} Comprueba que el nombre del servidor esté en el certificado del servidor de correo.',
  ehlo_failed:
    '{reason:sentence} Comprueba que el servidor y el puerto lleven a un servidor de correo, y que deje entrar a este equipo.',
  login_failed:
    '{reason:sentence} Comprueba el usuario y la contraseña. Algunos servicios de correo piden una contraseña hecha para programas.',
  mail_failed: '{reason:sentence} Comprueba que este usuario pueda enviar desde la dirección del boletín.',
  no_tls_here: 'El servidor no ofrece TLS. El correo no sale de este equipo.',
  tls_off_here: 'TLS está desactivado en los ajustes del servidor. El correo no sale de este equipo.',
  no_tls:
    'El servidor no ofrece TLS. El correo se puede leer por el camino. Activa STARTTLS en el servidor de correo o usa uno que lo tenga.',
  tls_off:
    'TLS está desactivado en los ajustes del servidor. El correo se puede leer por el camino. Activa STARTTLS en el servidor de correo o usa uno que lo tenga.',
  closed: 'El servidor cerró la conexión.',
  none: 'No hay ningún servidor de envío para este correo.',
  paused: 'El servidor de envío está en pausa.',
  stopping: 'El servicio se está parando.',
  silent: 'El servidor no responde.',
  strange_reply: 'El servidor envió una respuesta inesperada.',
  idle: 'La conexión estaba sin usar.',
  not_needed: 'La conexión ya no hacía falta.',
  slow: 'El servidor tardó en responder.',
  unresponsive: 'El servidor de correo no responde.',
  undecided: 'El servidor de correo no dijo si acepta un mensaje para este destinatario.',
  tls_words: 'TLS: {words}',
  no_address: '553 5.1.3 Esta no es una dirección de correo válida.',
  no_smtputf8: '550 5.6.7 El servidor no acepta direcciones con letras no ASCII.',
  no_eight_bit: '554 5.6.3 El servidor no acepta texto de 8 bits.',
  over_limit: 'El servidor de correo acepta {limit} como mucho, pero el mensaje tiene {bytes:number} bytes.',
  with_size: '{reply} (El mensaje tiene {bytes:number} bytes.)',
  no_such_login: 'El servidor no ofrece inicio de sesión por {chosen}, solo por {offered}.',
  no_reply: 'no es una respuesta SMTP: {words}',
  long_reply: 'una respuesta de más de {kilobytes} kB',
  one_withdrawn: 'Se retiró un mensaje.',
  withdrawn: 'El mensaje se retiró antes de enviarse.',
  stopping_unanswered: 'El servicio se está parando, y el servidor no ha respondido.',
};
