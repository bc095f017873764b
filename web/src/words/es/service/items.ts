import type { items as english } from '../../../../../src/platform/sentences/items.ts';
import type { Translated } from '../../translated.ts';

export const items: Translated<typeof english> = {
  older_than_before: 'Con más antigüedad que las entradas que el feed ya tenía.',
  below_before: 'Debajo de las entradas que el feed ya tenía.',
  dated_before: 'Con fecha anterior a las entradas que el feed ya tenía.',
  same_as_earlier: 'Tiene el mismo {what} que una entrada anterior.',
  dated_long_before: 'Con fecha muy anterior a la última lectura del feed.',
  digest_full: 'El resumen tenía más de {most} entradas, y esta no estaba entre las últimas.',
  withdrawn: 'Se retiró del feed antes de que se creara su correo.',
  feed_left: 'La automatización ya no sigue su feed.',
  mailed_after_backup:
    'Puede que se enviara después de la copia de seguridad con la que se restauró esta base de datos.',
  empty_body: 'La plantilla produjo un texto vacío para ella.',
  too_many_at_once: 'El feed publicó más de {most:entrada|entradas} a la vez.',
  at_start: 'Ya estaba en el feed al empezar.',
  while_inactive: 'Llegó mientras la automatización estaba inactiva.',
  before_start: 'El feed la tenía antes de que empezara esta automatización.',
  most_look_old: 'La mayoría de las entradas nuevas parecen antiguas. {doubt:sentence}',
  old_post_of: 'Es una entrada antigua de {feed}.',
  same_post_as: 'Es la misma entrada que una de {feed}, que solo se envía una vez.',
  released: 'Se liberó a mano.',
  skipped: 'Se saltó a mano.',
};
