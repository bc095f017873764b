import { counted } from '../counted.ts';
import type { secondTry as english } from '../second-try.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'personne', 'personnes');

export const secondTry: Translated<typeof english> = {
  open: 'Second essai…',
  see: 'Le voir',
  made: 'Cet e‑mail a eu son second essai.',
  of: 'Voir le premier',
  title: 'Réessayer avec ceux qui l’ont manqué',
  explain:
    'Crée un brouillon avec le même texte pour les personnes qui ont reçu cet e‑mail et l’ont manqué. Qui l’ouvre avant l’envoi du brouillon ne reçoit pas celui-ci.',
  missed: 'Ce qu’elles ont manqué',
  kinds: { opened: 'Elles ne l’ont pas ouvert', clicked: 'Elles n’ont suivi aucun lien' },
  reach: (count: number) =>
    count === 0 ? 'Personne ne l’a manqué.' : `Il partirait maintenant à ${people(count)}.`,
  unknown: (count: number) => `Aussi ${people(count)} dont le logiciel ouvre tout`,
  unknown_hint:
    'Apple Mail et quelques autres ouvrent chaque e‑mail d’eux-mêmes ; personne ne sait donc si ces personnes l’ont lu. Beaucoup l’ont fait.',
  unmeasured:
    'Personne ne sait qui a manqué cet e‑mail : ni ouverture ni clic n’a été mesuré. Le suivi se règle dans les réglages de la newsletter.',
  subject: 'Objet',
  subject_hint: 'Un autre objet lui donne plus de chances.',
  make: 'Créer le brouillon',
};
