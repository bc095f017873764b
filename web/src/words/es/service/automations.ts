import type { automations as english } from '../../../../../src/platform/sentences/automations.ts';
import type { Translated } from '../../translated.ts';

export const automations: Translated<typeof english> = {
  key_releases_own:
    'status: una clave con límites solo puede liberar elementos de una automatización que creó o cambió por última vez. Usa otra clave.',
  no_feed_found:
    'url: no se encontró ningún feed en esta página ni en los lugares habituales. Usa la dirección de un feed RSS, Atom o JSON, o de una página que enlace uno.',
  feed_gone: '{field}: el feed ya no existe (410). Usa la dirección de otro feed.',
  not_a_feed:
    '{field}: {reason:sentence}. Usa la dirección de un feed RSS, Atom o JSON, o de una página que enlace uno.',
  item_cannot_become:
    'status: un elemento que está en {status} no puede pasar a {to}; solo puede uno que está en {from}.',
  no_events:
    '{field}: esta dirección es para automatizaciones de feeds, que tienen url, behavior, cadence, subject y body. Lo que actúa con eventos se crea en POST /v1/automations.',
  inactive_not_run: 'status: una automatización inactiva no se ejecuta. Pon antes status en active.',
  inactive_not_fetched:
    'status: el feed de una automatización inactiva no se lee. Pon antes status en active.',
  no_preview: '{field}: no hay vista previa del feed: {reason:sentence}',
  feed_too_large: 'url: el feed es demasiado grande para una vista previa: {reason}.',
  was_active: 'Estaba activa donde se exportó su boletín. Actívala para seguir sus feeds desde aquí.',
  excluded_matches: 'Excluida por los filtros: su {one} coincide con «{word}».',
  excluded_none: 'Excluida por los filtros: su {one} no coincide con ninguno de los incluidos.',
  run_failed: 'La ejecución falló y se intentará de nuevo. El motivo está en el registro.',
};
