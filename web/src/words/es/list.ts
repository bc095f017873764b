import { counted, number } from '../counted.ts';
import type { list as english } from '../list.ts';
import type { Translated } from '../translated.ts';

const share = (value: number) => `${Math.round(100 * value)}\u00a0%`;

export const list: Translated<typeof english> = {
  calendar: 'Calendario',
  filter: 'Filtrar…',
  filter_title: 'Qué correos mostrar',
  clear: what => `Quitar el filtro «${what}»`,
  clear_all: 'Quitar todos',
  source: 'Escrito',
  any: 'Cualquiera',
  sources: {
    app: 'En el panel',
    api: 'Por un programa',
    automation: 'Por una automatización',
    import: 'Importado',
  },
  automation: 'De la automatización',
  tag: 'Para suscriptores con la etiqueta',
  from: 'Enviado o previsto desde',
  to: 'Hasta',
  since: day => `Desde el ${day}`,
  until: day => `Hasta el ${day}`,
  found: text => `Asunto: ${text}`,
  tagged: tag => `Etiqueta: ${tag}`,
  gone: 'Ya no existe',
  done: 'Listo',
  audiences: {
    public: 'Todos',
    private: 'Todos, no en la web',
    premium: 'Suscriptores de pago',
    free: 'Suscriptores que no pagan',
    churned: 'Antiguos suscriptores de pago',
    archival: 'Solo en la web',
  },
  teased: 'Suscriptores de pago, un avance para los demás',
  with: tags => `con ${tags.join(' y ')}`,
  without: tags => `sin ${tags.join(' ni ')}`,
  filtered: 'elegidos con un filtro',
  delivered: count => counted(count, 'suscriptor', 'suscriptores'),
  opened: 'Abierto',
  clicked: 'Con clic',
  bars: (opens, clicks) => `${share(opens)} abrieron, ${share(clicks)} hicieron clic`,
  reach: ({ deliveries, opens, clicks }, usual) => {
    const line = (name: string, value: number, rate: number | null) =>
      `${number(value)} de ${number(deliveries)} ${name}: ${share(value / Math.max(1, deliveries))}${rate === null ? '' : `, lo habitual es ${share(rate)}`}`;
    const both = [line('abrieron', opens, usual.open_rate), line('hicieron clic', clicks, usual.click_rate)];
    const of =
      usual.issues > 0 ? [`Lo habitual: la mediana de los últimos números (${number(usual.issues)})`] : [];
    return [...both, ...of].join('\n');
  },
  select: subject => `Seleccionar «${subject}»`,
  choose: 'Seleccionar',
  unchoose: 'Anular la selección',
  chosen: count => counted(count, 'seleccionado', 'seleccionados'),
  none_chosen: 'Vaciar',
};
