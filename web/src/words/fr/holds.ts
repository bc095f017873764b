import type { hold as english } from '../holds.ts';
import type { Translated } from '../translated.ts';

export const hold: Translated<typeof english> = {
  title: 'En attente',
  banner: 'Installation en attente : aucun e‑mail, aucun webhook et aucune action groupée ne part.',
  look: 'Voir pourquoi et reprendre',
  ask: 'Un propriétaire de cette installation peut reprendre.',
  witness: {
    banner:
      'Envoi en pause : le témoin, qui empêche les copies de cette installation d’envoyer, est inutilisable.',
    look: 'Voir pourquoi',
    ask: 'Un propriétaire de cette installation peut voir pourquoi.',
  },
};
