import { counted, number } from '../counted.ts';
import type { saying as sayingEnglish, segments as segmentsEnglish } from '../segments.ts';
import type { Translated } from '../translated.ts';

export const segments: Translated<typeof segmentsEnglish> = {
  empty: 'Aucun segment',
  empty_detail:
    'Un segment est un filtre enregistré. Il contient toujours tous ceux qui remplissent ses conditions. Filtrez les abonnés, puis choisissez « Enregistrer comme segment ». Vous pouvez lui envoyer des e‑mails et des flux.',
  make: 'Filtrer les abonnés',
  people: (count: number | undefined) => (count === undefined ? '…' : counted(count, 'abonné', 'abonnés')),
  more: (name: string) => `Plus sur « ${name} »`,
  open: 'Afficher ses abonnés',
  rename: 'Renommer…',
  where: 'Où il sert',
  remove: 'Supprimer…',
  rename_title: (name: string) => `Renommer « ${name} »`,
  name: 'Nom',
  description: 'Description',
  description_hint: 'Visible par vous et votre équipe seulement.',
  saved: 'Enregistré',
  delete_in_use:
    'Il ne peut pas être supprimé tant qu’ils l’utilisent : sans lui, ils ne peuvent pas être envoyés. Modifiez-les ou supprimez-les d’abord.',
};

const quoted = (text: string) => `« ${text} »`;

/** A filter in words: "Étiquette a « oiseaux » et Arrivée après …". */
export const saying: Translated<typeof sayingEnglish> = {
  joined: {
    and: (parts: string[]) => parts.join(' et '),
    or: (parts: string[]) => parts.join(' ou '),
    not: (parts: string[]) => `rien de : ${parts.join(' ; ')}`,
  },
  group: (text: string) => `(${text})`,
  quoted,
  condition: (field: string, operator: string, value: string) =>
    [field, operator, value].filter(Boolean).join(' '),
  did: (field: string, value: string) => `${field} ${value}`,
  did_not: (field: string, value: string) => `non : ${field} ${value}`,
  metadata: (key: string) => `Métadonnée ${quoted(key)}`,
  survey: (key: string) => `Réponse à ${quoted(key)}`,
  less_ago: (days: number) => `il y a moins de ${counted(days, 'jour', 'jours')}`,
  more_ago: (days: number) => `il y a plus de ${counted(days, 'jour', 'jours')}`,
  percent: (value: string) => `${number(Math.round(Number(value) * 1000) / 10)} %`,
};
