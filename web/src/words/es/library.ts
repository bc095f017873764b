import { bytes, counted, number } from '../counted.ts';
import type {
  files as englishFiles,
  snippets as englishSnippets,
  tags as englishTags,
  uses as englishUses,
} from '../library.ts';
import type { Translated } from '../translated.ts';

export const uses: Translated<typeof englishUses> = {
  title: name => `Qué usa «${name}»`,
  emails: 'Correos',
  sequences: 'Secuencias',
  automations: 'Feeds',
  segments: 'Segmentos',
  snippets: 'Fragmentos',
  templates: 'Plantillas',
  more: count => `y ${counted(count, 'correo más', 'correos más')}`,
  none: 'Nada lo usa.',
};

export const tags: Translated<typeof englishTags> = {
  title: 'Etiquetas',
  make: 'Etiqueta nueva',
  empty: 'Aún no hay etiquetas',
  empty_detail:
    'Una etiqueta marca a algunos de tus suscriptores, para que un correo pueda ir a ellos, o a todos los demás. Los formularios, las importaciones y tú podéis poner etiquetas.',
  people: count => (count === undefined ? '…' : counted(count, 'persona', 'personas')),
  topic: 'la eligen los suscriptores',
  edit: 'Editar',
  more: name => `Más sobre «${name}»`,
  where: 'Qué la usa',
  merge: 'Fusionar…',
  remove: 'Eliminar…',
  name: 'Nombre',
  description: 'Descripción',
  description_hint: 'Solo la ve tu equipo.',
  color: 'Color',
  subscriber_editable: 'Los suscriptores pueden elegirla',
  subscriber_editable_hint: 'Aparece como tema en la página en la que cambian su suscripción.',
  public_description: 'Qué leen los suscriptores sobre ella',
  edit_title: name => `Cambiar «${name}»`,
  made: name => `«${name}» creada.`,
  saved: 'Guardado',
  merge_title: name => `Fusionar «${name}» con otra etiqueta`,
  merge_into: 'Con',
  merge_detail: (name, count) =>
    count === 0
      ? `Nadie tiene «${name}», así que solo se elimina.`
      : `${counted(count, `persona con «${name}» recibe`, `personas con «${name}» reciben`)} la otra etiqueta, y después «${name}» se elimina. Nadie recibe un correo.`,
  merge_in_use: 'Estos la usan. Dales antes la otra etiqueta; después se pueden fusionar las dos.',
  merge_act: 'Fusionar',
  merging: (done, total) => `${number(done)} de ${counted(total, 'persona hecha', 'personas hechas')}…`,
  merge_failed:
    'No todos recibieron la otra etiqueta, así que se conservan las dos. Mira la acción en bloque e inténtalo otra vez.',
  merged: name => `Fusionada con «${name}».`,
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail: count =>
    count === 0
      ? 'Nadie tiene esta etiqueta.'
      : `${counted(count, 'persona pierde', 'personas pierden')} esta etiqueta. Lo enviado queda como estaba.`,
  delete_in_use:
    'No se puede eliminar mientras estos la usen: sin ella llegarían a otras personas. Cámbialos antes.',
  delete_act: 'Eliminar',
  deleted: name => `«${name}» eliminada.`,
};

export const snippets: Translated<typeof englishSnippets> = {
  title: 'Fragmentos',
  make: 'Fragmento nuevo',
  empty: 'Aún no hay fragmentos',
  empty_detail:
    'Un fragmento es un trozo de texto que usas una y otra vez, como la nota de un patrocinador. Los correos lo nombran y llevan su versión más reciente cuando salen.',
  used: count => (count === 0 ? 'sin usar' : `en uso en ${counted(count, 'lugar', 'lugares')}`),
  name: 'Nombre',
  identifier: 'Nombre en las plantillas',
  identifier_hint: identifier => `Escribe {{ snippets.${identifier || '…'} }} donde deba aparecer el texto.`,
  content: 'Texto',
  edit: 'Editar',
  edit_title: name => `Cambiar «${name}»`,
  edit_used: count =>
    `${counted(count, 'correo o feed lo usa', 'correos y feeds lo usan')}. Los que aún no han salido llevan el texto nuevo.`,
  where: 'Qué lo usa',
  remove: 'Eliminar…',
  more: name => `Más sobre «${name}»`,
  made: name => `«${name}» creado.`,
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail: 'Nada lo usa.',
  delete_in_use: 'Los que aún no han salido no se pueden enviar sin él.',
  delete_act: 'Eliminar',
  deleted: name => `«${name}» eliminado.`,
};

export const files: Translated<typeof englishFiles> = {
  title: 'Archivos',
  upload: 'Subir',
  uploaded: count => counted(count, 'archivo subido.', 'archivos subidos.'),
  empty: 'Aún no hay archivos',
  empty_detail:
    'Aquí se guardan las imágenes y los adjuntos de tus correos. Sube algunos, o suelta una imagen en un correo.',
  kinds: { all: 'Todos', image: 'Imágenes', attachment: 'Adjuntos', unused: 'Sin usar' },
  sum: (count, size) => `${counted(count, 'archivo', 'archivos')}, ${bytes(size)}`,
  none: 'No hay archivos de este tipo.',
  none_unused: 'Todos los archivos se usan en algún lugar.',
  used: count => (count === 0 ? 'sin usar' : `usado ${counted(count, 'vez', 'veces')}`),
  size: bytes,
  more: name => `Más sobre «${name}»`,
  copy: 'Copiar su dirección',
  where: 'Qué lo usa',
  remove: 'Eliminar…',
  remove_unused: count => `Eliminar todos (${number(count)})…`,
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail: 'Aquí nada lo usa. Si otro sitio lo muestra, faltará allí.',
  delete_used: 'Faltará en estos, y en los correos que ya tienen los suscriptores.',
  delete_unused_title: count => `¿Eliminar ${counted(count, 'archivo sin usar', 'archivos sin usar')}?`,
  delete_unused_detail:
    'Ningún correo, feed o fragmento los usa. Otros sitios que los muestren los perderán.',
  delete_act: 'Eliminar',
  deleted: count => counted(count, 'archivo eliminado.', 'archivos eliminados.'),
};
