import type { sites as english } from '../../../../../src/platform/sentences/sites.ts';
import type { Translated } from '../../translated.ts';

export const sites: Translated<typeof english> = {
  no_domain: 'domain: Der Newsletter hat keine. Zuerst setzen.',
  no_answer: '{address} antwortet nicht: {reason:sentence}',
  leads_elsewhere:
    '{address} antwortet mit {status}, führt aber nicht zu dieser Installation. Führt sie zum eigenen Proxy, muss der die Kopfzeile Host weitergeben.',
  publish: 'Diesen Eintrag veröffentlichen, damit {name} zu dieser Installation führt.',
  replace: 'Das DNS führt anderswohin. Was dort steht, durch diesen Eintrag ersetzen.',
  record: 'Der Eintrag {name}: {detail:sentence}',
  forbids_lets_encrypt:
    'Diese Einträge verbieten Let’s Encrypt, ein Zertifikat auszustellen. Diesen hinzufügen, wenn der Proxy seine Zertifikate dort holt, wie Caddy es tut.',
};
