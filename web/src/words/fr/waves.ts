import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { waves as english } from '../waves.ts';

export const waves: Translated<typeof english> = {
  at_hint:
    'Chacun le reçoit à cette heure chez lui : dans le fuseau que « timezone » indique dans ses données, sinon dans le vôtre. Vide : tous à la fois.',
  passed: 'Là où cette heure est passée',
  choices: { next_day: 'Un jour plus tard', with_newsletter: 'En même temps que votre fuseau' },
  title: (at: string) => `À ${at} chez le lecteur`,
  bar: 'Quand et combien de personnes le reçoivent',
  unknown: (count: number, city: string) =>
    `${counted(count, 'personne au fuseau inconnu le reçoit', 'personnes au fuseau inconnu le reçoivent')} à cette heure de ${city}.`,
  late: (count: number, choice: 'next_day' | 'with_newsletter') =>
    `Pour ${counted(count, 'personne', 'personnes')}, cette heure est passée au début de l’envoi : ${
      choice === 'next_day' ? 'réception un jour plus tard' : 'réception en même temps que votre fuseau'
    }.`,
  start_by: 'Pour atteindre tout le monde le même jour, commencez au plus tard le',
  as_table: 'En tableau',
  when: 'Votre heure',
  zones: 'Où',
  people: 'Personnes',
  served: 'Envoyés',
  of: (served: number, all: number) => `${number(served)} sur ${number(all)}`,
  more: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
};
