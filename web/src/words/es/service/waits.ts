import type { waits as english } from '../../../../../src/platform/sentences/waits.ts';
import type { Translated } from '../../translated.ts';

export const waits: Translated<typeof english> = {
  slow_server:
    'El servidor de correo tarda mucho en responder a algunos mensajes. Los demás siguen mientras tanto.',
  rate_used: 'El boletín ha gastado su ritmo de envío de momento. El envío sigue solo.',
  silent:
    'El servidor de correo no responde desde hace {seconds:segundo|segundos}. Mensajes en espera: {count}.',
  warm_up_left:
    'Espera al plan de calentamiento: {left:copia queda|copias quedan}. Las próximas salen el {next}.',
  mail_server:
    'El servidor de correo no acepta correos de momento. Postrider lo intenta hasta que los acepte.',
  for_domain:
    '{count:persona espera|personas esperan} en {domain}, porque a un dominio solo pueden ir tantos mensajes por segundo.',
  refused:
    '{count:persona espera|personas esperan} en {domain}, que nos ha rechazado, nos ha pedido ir más despacio o nos ha hecho esperar. Recibe unos pocos mensajes cada vez.',
  refused_because:
    '{count:persona espera|personas esperan} en {domain}, que nos ha rechazado, nos ha pedido ir más despacio o nos ha hecho esperar («{reply}»). Recibe unos pocos mensajes cada vez.',
  for_plan:
    '{count:persona espera|personas esperan} al plan de calentamiento, que hoy no permite más copias.',
  for_plan_at:
    '{count:persona espera|personas esperan} en {domain} al plan de calentamiento, que hoy no permite más copias a este dominio.',
  again:
    '{count:persona espera|personas esperan} otro intento, porque sus servidores de correo no pudieron aceptar el mensaje la primera vez.',
  wave: '{count:persona lo recibe|personas lo reciben} más tarde, cuando sea esa hora donde están.',
  test: '{count:persona espera|personas esperan} la decisión de la prueba A/B.',
  stalled: '{words:sentence} Mensajes que esperan así: {count}. Los demás siguen.',
};
