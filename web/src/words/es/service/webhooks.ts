import type { webhooks as english } from '../../../../../src/platform/sentences/webhooks.ts';
import type { Translated } from '../../translated.ts';

export const webhooks: Translated<typeof english> = {
  too_many:
    'El boletín ya tiene {most} webhooks, el máximo. Elimina uno o añade event_types a uno que ya exista.',
  request_not_kept:
    'La petición de este intento no se guardó, porque la hizo una versión anterior. Envía el evento otra vez con la acción en bloque replay_events.',
  on_hold:
    'La instalación tiene los envíos detenidos, así que no se envía nada a los webhooks. GET /v1/hold dice por qué.',
  not_public:
    '{host} ({address}) no está en la internet pública. Si es tuyo, añádelo, o su red, a ALLOWED_PRIVATE_NETWORKS.',
  https_needed: 'La dirección debe usar https, para que nadie pueda leer las peticiones por el camino.',
  port_not_web: 'El puerto {port} no es un puerto web. Usa uno de {ports}.',
  failing_since: 'Ningún intento ha tenido éxito desde el {date:time}. El último: {reason:sentence}',
  was_enabled:
    'Estaba activo donde se exportó su boletín. Da su clave de firma nueva al receptor y actívalo después.',
  redirects:
    'El receptor respondió {status}, y las redirecciones no se siguen. Pon la dirección nueva en la url del webhook.',
  gone: 'El receptor respondió 410: no quiere más eventos.',
  no_email: 'email_ids: el boletín no tiene ningún correo {id}.',
  no_automation: 'automation_ids: el boletín no tiene ninguna automatización {id}.',
  filter_names_missing: 'La condición sobre {field} nombra algo que se ha eliminado.',
  filter_failed: 'Sus filtros no se pueden aplicar. {fault:sentence} Cambia los filtros y actívalo después.',
  answered: 'El receptor respondió {status}.',
};
