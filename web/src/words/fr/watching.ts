import { counted, number, plural } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  resend as resendEnglish,
  sending as sendingEnglish,
  share as shareEnglish,
} from '../watching.ts';

const people = (count: number) => counted(count, 'personne', 'personnes');

export const sending: Translated<typeof sendingEnglish> = {
  going: 'Envoi en cours',
  failed: 'L’envoi a échoué',
  paused: 'En pause',
  paused_by: (name: string) => `par ${name}.`,
  undo: 'Annuler',
  undone: 'Non envoyé. L’e‑mail redevient un brouillon.',
  parts: {
    accepted: 'Acceptés',
    in_hand: 'En cours de remise',
    planned: 'En attente',
    refused: 'Refusés',
    uncertain: 'Incertains',
    bounced: 'Revenus',
  },
  part: (count: number, name: string) => `${name.toLowerCase()} (${number(count)})`,
  of_all: (parts: string[], all: number) => `${parts.join(', ')}, sur ${number(all)}`,
  accepted_for: 'Accepté pour',
  of_people: (all: number) => `sur ${people(all)}`,
  waits: (seconds: number) => `Part dans ${counted(seconds, 'seconde', 'secondes')}`,
  starts: 'Démarrage',
  will_get_it: (count: number) => plural(count, 'abonné le recevra', 'abonnés le recevront'),
  nobody_yet: 'Personne ne l’a encore reçu.',
  only_page: 'Il paraîtra sur votre page. Personne ne reçoit d’e‑mail.',
  finding: 'Recherche des destinataires…',
  nobody: 'Personne ne l’a reçu.',
  nobody_there: 'Il n’avait aucun destinataire ; personne n’a donc reçu d’e‑mail.',
  only_published: 'Il est sur votre page. Personne n’a reçu d’e‑mail.',
  pace: (rate: number) => `${counted(Math.max(1, Math.round(rate)), 'message', 'messages')} par seconde.`,
  end: 'À ce rythme, fin prévue :',
  why: 'Pourquoi des copies attendent',
  next_try: 'Prochaine tentative :',
  planned_end: 'Avec le plan de montée en charge, fin au plus tôt :',
  old: (time: string) =>
    `Pas de connexion. Ces chiffres datent de ${time} et seront mis à jour au retour de la connexion.`,
  lasted: (minutes: number) =>
    minutes < 1
      ? 'Toutes les copies sont parties en moins d’une minute.'
      : `Toutes les copies sont parties en ${minutes < 120 ? counted(Math.round(minutes), 'minute', 'minutes') : counted(Math.round(minutes / 60), 'heure', 'heures')}.`,
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  inbox: 'Voir dans la boîte intégrée',
  edit: 'Modifier la page web',
  progress: 'Progression',
  domains: 'Par domaine destinataire',
  others: (count: number) => `${people(count)} d’autres domaines`,
  counted_at: (time: string) => `Compté à ${time} ; les chiffres ci-dessus sont plus récents.`,
};

export const resend: Translated<typeof resendEnglish> = {
  open: 'Renvoyer…',
  title: 'Renvoyer à ceux qui ne l’ont pas reçu',
  explain: 'Ils reçoivent le même message une nouvelle fois. Personne d’autre ne le reçoit.',
  uncertain: (count: number) => counted(count, 'incertain', 'incertains'),
  uncertain_hint:
    'La connexion s’est rompue pendant la remise de leurs copies. Certains l’ont peut-être déjà et la recevraient deux fois.',
  permanent: (count: number) => counted(count, 'refusé', 'refusés'),
  permanent_hint: (left_out: number) =>
    `Leurs serveurs l’ont refusé. Renvoyez une fois la cause corrigée.${left_out > 0 ? ` ${counted(left_out, 'personne qui ne reçoit plus d’e‑mails est laissée', 'personnes qui ne reçoivent plus d’e‑mails sont laissées')} de côté.` : ''}`,
  temporary: (count: number) => counted(count, 'différé', 'différés'),
  temporary_hint:
    'Leurs serveurs étaient occupés ou pleins. Postrider réessaie maintenant plutôt que plus tard.',
  who: (addresses: string[], others: number) =>
    [...addresses, ...(others > 0 ? [counted(others, 'autre', 'autres')] : [])].join(', '),
  list: 'Les énumérer',
  act: (count: number) => (count === 0 ? 'Renvoyer' : `Renvoyer à ${people(count)}`),
  done: (count: number) => `${counted(count, 'copie sera renvoyée', 'copies seront renvoyées')}.`,
};

export const share: Translated<typeof shareEnglish> = {
  title: 'Le partager',
  address: 'Adresse',
  limited: 'Qui n’a pas le droit de tout lire en voit le début.',
  copy: 'Copier l’adresse',
  places: {
    mail: 'E‑mail',
    mastodon: 'Mastodon',
    bluesky: 'Bluesky',
    linkedin: 'LinkedIn',
    x: 'X',
  },
};
