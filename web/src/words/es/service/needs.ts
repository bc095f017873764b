import type { needs as english } from '../../../../../src/platform/sentences/needs.ts';
import type { Translated } from '../../translated.ts';

export const needs: Translated<typeof english> = {
  uncertain:
    '{count:copia puede haber llegado o no|copias pueden haber llegado o no}, porque la entrega se interrumpió. Acéptalo o vuelve a enviar.',
  approval:
    '{who} pide enviarlo a {count:suscriptor|suscriptores}. Tiene que aprobarlo otro propietario o editor.',
  relay: '{name} no acepta correo: {trouble:sentence} Su correo espera, o va por los otros servidores.',
  webhook: 'El webhook a {host} está desactivado y no recibe eventos. {reason:sentence}',
  sender: '{fault:sentence} Y {more:number} más.',
  domain_failing:
    'Los lectores no llegan a {domain}. Si dura tres días, los enlaces vuelven a llevar a la dirección habitual. {fault}',
  domain_unused:
    'Los lectores no llegan a {domain}, así que los enlaces llevan a la dirección habitual. {fault}',
  held: '{count:entrada espera|entradas esperan} tu decisión.',
  held_because: '{count:entrada espera|entradas esperan} tu decisión. {reason:sentence}',
  complaints_near:
    '{count:number} de {accepted:number} copias se marcaron como spam ({percent}\u00a0%). Está cerca del límite del 0,3\u00a0% que ponen los grandes servicios de correo; recomiendan menos del 0,1\u00a0%. Envía a menos personas que nunca abren, y comprueba dónde se suscribieron.',
  complaints_above:
    '{count:number} de {accepted:number} copias se marcaron como spam ({percent}\u00a0%). Supera el límite del 0,3\u00a0% que ponen los grandes servicios de correo; recomiendan menos del 0,1\u00a0%. Envía a menos personas que nunca abren, y comprueba dónde se suscribieron.',
  complaints_near_at:
    '{count:number} de {accepted:number} copias en {domain} se marcaron como spam ({percent}\u00a0%). Está cerca del límite del 0,3\u00a0% que ponen los grandes servicios de correo; recomiendan menos del 0,1\u00a0%. Envía a menos personas que nunca abren, y comprueba dónde se suscribieron.',
  complaints_above_at:
    '{count:number} de {accepted:number} copias en {domain} se marcaron como spam ({percent}\u00a0%). Supera el límite del 0,3\u00a0% que ponen los grandes servicios de correo; recomiendan menos del 0,1\u00a0%. Envía a menos personas que nunca abren, y comprueba dónde se suscribieron.',
  replies: '{count:respuesta está|respuestas están} sin leer.',
  slowed_for_complaints:
    'El {percent}\u00a0% de las copias de los últimos {days:día|días} se marcó como spam. Por eso el correo sale allí despacio: otras tantas copias tardan {hours:hora|horas}. Desde el 0,3\u00a0%, los grandes servicios de correo retienen el correo.',
  slowed_for_gmail:
    'Gmail informa de que el {percent}\u00a0% de tus correos de los últimos {days:día|días} se marcó como spam. Por eso el correo sale allí despacio: otras tantas copias tardan {hours:hora|horas}. Desde el 0,3\u00a0%, los grandes servicios de correo retienen el correo.',
  comments:
    '{count:comentario espera|comentarios esperan} tu aprobación. Hasta entonces los lectores no los ven.',
  runs_late:
    '{count:persona espera|personas esperan} en «{name}»: su siguiente paso llegó tarde. Envíalo ahora, desplázalo todo, sáltalo o termina.',
  runs_unapproved:
    '{count:persona espera|personas esperan} en «{name}»: en un día envía a más personas de las permitidas sin aprobación, o ha cambiado desde que se aprobó.',
  runs_held: '{count:persona espera|personas esperan} en «{name}»: {why}.',
};
