import type { sites as english } from '../../../../../src/platform/sentences/sites.ts';
import type { Translated } from '../../translated.ts';

export const sites: Translated<typeof english> = {
  no_domain: 'domain: la newsletter n’en a pas. Définissez-le d’abord.',
  no_answer: '{address} ne répond pas : {reason:sentence}',
  leads_elsewhere:
    '{address} répond {status}, mais ne mène pas à cette installation. S’il mène à votre proxy, laissez le proxy transmettre l’en-tête Host.',
  publish: 'Publiez cet enregistrement, pour que {name} mène à cette installation.',
  replace: 'Le DNS mène ailleurs. Remplacez ce qui s’y trouve par cet enregistrement.',
  record: 'L’enregistrement {name} : {detail:sentence}',
  forbids_lets_encrypt:
    'Ces enregistrements interdisent à Let’s Encrypt d’émettre un certificat. Ajoutez celui-ci si votre proxy y prend ses certificats, comme le fait Caddy.',
};
