import type { sites as english } from '../../../../../src/platform/sentences/sites.ts';
import type { Translated } from '../../translated.ts';

export const sites: Translated<typeof english> = {
  no_domain: 'domain: el boletín no tiene ninguno. Ponlo antes.',
  no_answer: '{address} no responde: {reason:sentence}',
  leads_elsewhere:
    '{address} responde con {status}, pero no lleva a esta instalación. Si lleva a tu proxy, haz que el proxy pase la cabecera Host.',
  publish: 'Publica este registro, para que {name} lleve a esta instalación.',
  replace: 'El DNS lleva a otro sitio. Sustituye lo que hay por este registro.',
  record: 'El registro {name}: {detail:sentence}',
  forbids_lets_encrypt:
    'Estos registros prohíben a Let’s Encrypt emitir un certificado. Añade este si tu proxy obtiene allí sus certificados, como hace Caddy.',
};
