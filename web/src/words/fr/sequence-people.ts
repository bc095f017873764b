import { counted } from '../counted.ts';
import type {
  late as lateEnglish,
  own_sequences as ownSequencesEnglish,
  start_people as startPeopleEnglish,
  step_words as stepWordsEnglish,
} from '../sequence-people.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'personne', 'personnes');

export const late: Translated<typeof lateEnglish> = {
  title: (count: number) =>
    counted(count, 'personne attend votre décision', 'personnes attendent votre décision'),
  detail:
    'Leur prochaine étape a plus de retard que permis, à cause d’une panne, d’une mise en attente, d’une restauration ou des limites d’une clé. Elles ne reçoivent rien avant votre décision.',
  decide: 'Décider…',
  dialog: 'Que faire des étapes en retard ?',
  choice: 'Pour tous ceux dont l’étape est en retard',
  choices: { send: 'Envoyer', shift: 'Décaler', skip: 'Sauter', end: 'Terminer' },
  hints: {
    send: 'Ils reçoivent maintenant l’étape en retard, et les suivantes comme prévu. Deux e‑mails à une même personne gardent au moins la moitié de l’écart prévu.',
    shift: 'Ils reçoivent maintenant l’étape en retard, et toute la suite se décale d’autant.',
    skip: 'Les étapes en retard sont sautées. Ils continuent avec la prochaine étape qui n’est pas en retard.',
    end: 'Ils sortent de la séquence et n’en reçoivent plus rien.',
  },
  act: 'Décider pour tous',
  decided: (count: number) => `Décidé pour ${people(count)}.`,
};

export const own_sequences: Translated<typeof ownSequencesEnglish> = {
  title: 'Séquences',
  status: {
    processed: 'Terminée',
    pending: 'Suivante',
    unprocessed: 'Prévue',
    skipped: 'Sautée',
    failed: 'Échec',
  },
  skip: 'Sauter',
  skip_step: (step: string) => `Sauter ${step}`,
  skipped: 'Cette personne ne recevra pas cette étape.',
  because: (reason: string) => `motif : ${reason}`,
};

export const start_people: Translated<typeof startPeopleEnglish> = {
  title: 'Faire entrer des personnes dans cette séquence',
  detail:
    'Elles entrent maintenant, sans déclencheur. Les règles sur qui peut entrer, et combien de fois, s’appliquent toujours.',
  whom: 'Qui entre',
  whoms: { everybody: 'Tout le monde', filter: 'Certains' },
  which: 'Quelles personnes',
  choose: 'Choisissez des conditions pour voir combien entreraient.',
  entering: (count: number) => `${counted(count, 'personne entrerait', 'personnes entreraient')}.`,
  refused: 'Les autres n’entreraient pas :',
  off: 'La séquence est désactivée ; personne ne peut donc entrer. Voici ce qui se passerait si elle était active.',
  act: (count: number) => (count === 0 ? 'Faire entrer' : `Faire entrer ${people(count)}`),
  started: (count: number) =>
    `${counted(count, 'personne entre', 'personnes entrent')} dans la séquence d’ici une minute environ.`,
};

export const step_words: Translated<typeof stepWordsEnglish> = {
  send_email: (subject: string) => subject,
  untitled: 'Un e‑mail',
  add_tags: (tags: string) => `Ajouter l’étiquette ${tags}`,
  remove_tags: (tags: string) => `Retirer l’étiquette ${tags}`,
  add_metadata: (fields: string) => `Noter ${fields}`,
  remove_metadata: (fields: string) => `Oublier ${fields}`,
  send_notification: (subject: string) => `Vous prévenir : ${subject}`,
  send_post_request: (url: string) => `Appeler ${url}`,
  send_confirmation_reminder: 'Relancer pour confirmation',
  unsubscribe_subscriber: 'Désabonner la personne',
  create_subscriber: 'L’inscrire à une autre newsletter',
  create_export: 'Faire un export',
  update_email_type: 'Changer le type de l’e‑mail',
  now: 'Aussitôt',
  after: (span: string) => `${span} plus tard`,
  units: {
    minutes: (count: number) => counted(count, 'minute', 'minutes'),
    hours: (count: number) => counted(count, 'heure', 'heures'),
    days: (count: number) => counted(count, 'jour', 'jours'),
    weeks: (count: number) => counted(count, 'semaine', 'semaines'),
  },
  at: (when: string, time: string) => `${when}, à ${time}`,
  on: (when: string, days: string) => `${when}, le ${days}`,
  own_zone: (when: string) => `${when}, heure du lecteur`,
  or: ' ou ',
};
