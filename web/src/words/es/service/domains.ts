import type { domains as english } from '../../../../../src/platform/sentences/domains.ts';
import type { Translated } from '../../translated.ts';

export const domains: Translated<typeof english> = {
  publish_key: 'Publica este registro. La clave no firma nada hasta que el DNS lo muestre.',
  other_key: 'El DNS muestra otra clave con este nombre. Sustitúyela por esta.',
  next_key:
    'Esta clave sucede a la que firma, en cuanto el DNS tenga este registro. Hasta entonces no cambia nada.',
  leave_key: 'Vuelve a poner este registro. Los correos que firmó la clave retirada aún están en camino.',
  publish_alias:
    'Publica este registro. Se queda para siempre: {zone} tiene las claves, y quien gestiona Postrider las cambia allí.',
  other_alias: 'El DNS muestra otra cosa con este nombre. Sustitúyela por este registro.',
  zone_lacks_key:
    'Quien gestiona Postrider tiene que publicar este registro en {zone}. Tú no tienes que hacer nada.',
  aliases_in_use:
    'Los dos alias están en uso: una clave firma, y otra espera o se retiró hace menos de una semana. Inténtalo más tarde o elimina antes esa clave.',
  key_destroyed:
    'La mitad privada de esta clave está destruida, así que no puede volver a firmar. Crea claves nuevas.',
  no_zone:
    'is_delegated: esta instalación no tiene una zona para claves. Configura antes DKIM_ZONE u omítelo.',
  return_path_missing: 'Los rebotes se envían a este dominio. Dirígelo al equipo que escucha en BOUNCE_PORT.',
  return_path_elsewhere:
    'Los rebotes se envían a este dominio, pero sus servidores de correo no son los de {installation}, así que no llegan aquí.',
  dmarc_missing: 'Los grandes proveedores de correo exigen un registro DMARC a quienes envían mucho.',
  dmarc_several: 'Hay {count} registros, pero solo se permite uno.',
  dmarc_no_policy: 'El registro no tiene política. Añade p=none, p=quarantine o p=reject.',
  dns_late: 'El DNS no respondió a tiempo.',
  dns_failed: 'La consulta al DNS falló ({code}).',
  inbox_only:
    'Los correos se quedan en la bandeja integrada, porque ningún servidor de correo los recibe. Configura SMTP_URL o añade un servidor de envío para enviar a otras personas.',
  spf_lookups: 'Necesita más de {most} consultas al DNS, que es donde paran los receptores.',
  spf_void: 'Más de {most} de sus consultas al DNS no encuentran nada.',
  spf_several: '{domain} tiene {count} registros SPF, pero solo se permite uno.',
  spf_open: 'No termina con ~all o -all.',
  spf_missing: 'No hay ningún registro SPF.',
  spf_advice: 'Si tu proveedor de correo te da un mecanismo include:, úsalo en lugar de a:.',
  unsigned:
    'Los correos no van firmados: este boletín no tiene claves DKIM para su dominio. Créalas en sus ajustes (POST /v1/newsletters/{id}/dkim_keys) y publica los registros, salvo que firme tu servidor de correo.',
  dkim_fault: 'DKIM: {fault:sentence}',
  spf_fault: 'SPF: {fault:sentence}',
  return_path_fault: 'dirección de retorno: {fault:sentence}',
  dmarc_fault: 'DMARC: {fault:sentence}',
  dmarc_reports_missing:
    'Añade esta dirección al registro DMARC, y los receptores informan cada día de quién envía correos en tu nombre. Postrider lee los informes.',
  tls_reports_missing:
    'Con este registro, los receptores informan si el correo a {domain} no se puede cifrar. Postrider lee los informes.',
  mta_sts_missing:
    'Con este registro y una política en https://mta-sts.{domain}/.well-known/mta-sts.txt, otros servidores cifran el correo a {domain} o no lo entregan. Publica antes la política.',
  mta_sts_no_id:
    'El registro no tiene un id de hasta 32 letras y cifras. Cambia el id cada vez que cambie la política.',
  policy_unreachable: 'No se puede leer la política: {reason:sentence} Publica allí este texto.',
  policy_status:
    'La dirección responde con el estado {status}, pero debe responder 200, sin redirección. Publica allí este texto.',
  policy_version: 'Le falta la línea «version: STSv1».',
  policy_type: 'Sírvela como text/plain.',
  policy_mode: 'Su modo debe ser enforce, testing o none.',
  policy_age: 'Su max_age debe ser un número de segundos de hasta {most:number}.',
  policy_mx: 'No nombra {host}, que recibe correo para el dominio. Añade una línea «mx: {host}».',
  policy_not_enforced:
    'El modo es {mode}, así que no se impone nada. Cámbialo a enforce cuando no lleguen informes de fallos.',
  policy_short: 'Sube max_age al menos a {least:number}: una política más corta se olvida pronto.',
  bimi_missing:
    'Con este registro, algunos proveedores de correo muestran tu logotipo junto a tus correos. La mayoría quiere también un certificado (VMC o CMC).',
  bimi_policy:
    'Los proveedores muestran un logotipo solo si el registro DMARC del dominio dice p=quarantine o p=reject para todo el correo, también para subdominios.',
  bimi_declined: 'El registro dice que no se muestre ningún logotipo.',
  bimi_address: 'Su l= debe ser una dirección del logotipo que empiece por https://.',
  bimi_no_certificate:
    'El registro no nombra ningún certificado (a=). Gmail y Apple Mail solo muestran el logotipo con uno (VMC o CMC).',
  logo_unreachable: 'No se puede leer el logotipo: {reason:sentence}',
  logo_status: 'La dirección del logotipo responde con el estado {status}, no 200.',
  logo_no_svg: 'El logotipo no es una imagen SVG.',
  logo_profile: 'El logotipo no es SVG Tiny PS: su raíz necesita version="1.2" y baseProfile="tiny-ps".',
  logo_title: 'El logotipo necesita un elemento title con el nombre de tu organización.',
  logo_doctype: 'El logotipo no debe tener DOCTYPE ni entidades.',
  logo_element: 'El logotipo no debe contener {name}.',
  logo_reference: 'El logotipo no debe remitir a nada fuera de sí mismo.',
  logo_position: 'La raíz del logotipo no debe tener x ni y.',
  logo_square: 'El logotipo debería ser cuadrado: su viewBox no lo es.',
  permission_missing:
    'Publica esto en el DNS de {bounce_domain}. Sin ello, los receptores no envían allí informes sobre {domain}.',
  own_mail_fails:
    'Este es correo de aquí, pero no pasa DKIM ni SPF para {domain}. Crea claves DKIM para el dominio, publica sus registros y comprueba el dominio otra vez.',
  own_mail_fails_partly:
    'Este es correo de aquí, y una parte no pasa DKIM ni SPF para {domain}. Comprueba que los registros del dominio estén en el DNS.',
  forwarded_mail:
    'Este es correo de aquí que alguien reenvía, como una lista de correo o un lector que se ha mudado. Su firma sigue valiendo, así que no hay que hacer nada.',
  service_may_send: 'Este servicio puede enviar en nombre de {domain}: su correo pasa DKIM o SPF.',
  service_fails_partly:
    'Este servicio puede enviar en nombre de {domain}, pero una parte de su correo no pasa DKIM ni SPF. Si lo usas, configura allí DKIM para {domain}.',
  service_unknown:
    'Envía en nombre de {domain}, pero su correo no pasa DKIM ni SPF. Si usas este servicio, configura allí DKIM para {domain}. Si no, alguien usa tu nombre: con la política p=quarantine o p=reject, los receptores apartan ese correo de tus lectores.',
  tls_certificate:
    'No se acepta el certificado de este servidor de correo. Renuévalo y asegúrate de que nombre al servidor y venga con su cadena.',
  tls_policy:
    'No se puede leer o entender la política MTA-STS del dominio. Debe estar en https://mta-sts.{domain}/.well-known/mta-sts.txt.',
  tls_dane:
    'El registro TLSA de este servidor de correo no corresponde a su certificado. Publica el nuevo o quítalo.',
  tls_starttls: 'Este servidor de correo no ofrece STARTTLS.',
  tls_other: 'El receptor no dice más. Mira el registro del servidor de correo.',
};
