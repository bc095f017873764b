import { bytes, counted, number, plural } from '../counted.ts';
import type {
  files as filesEnglish,
  snippets as snippetsEnglish,
  tags as tagsEnglish,
  uses as usesEnglish,
} from '../library.ts';
import type { Translated } from '../translated.ts';

export const uses: Translated<typeof usesEnglish> = {
  title: (name: string) => `Où « ${name} » sert`,
  emails: 'E‑mails',
  sequences: 'Séquences',
  automations: 'Flux',
  segments: 'Segments',
  snippets: 'Fragments',
  templates: 'Modèles',
  more: (count: number) => `et ${counted(count, 'autre e‑mail', 'autres e‑mails')}`,
  none: 'Cela ne sert nulle part.',
};

export const tags: Translated<typeof tagsEnglish> = {
  title: 'Étiquettes',
  make: 'Nouvelle étiquette',
  empty: 'Aucune étiquette',
  empty_detail:
    'Une étiquette marque certains abonnés, pour qu’un e‑mail leur parvienne, ou parvienne à tous les autres. Les formulaires, les imports et vous-même pouvez en attribuer.',
  people: (count: number | undefined) =>
    count === undefined ? '…' : counted(count, 'personne', 'personnes'),
  topic: 'au choix des abonnés',
  edit: 'Modifier',
  more: (name: string) => `Plus sur « ${name} »`,
  where: 'Où elle sert',
  merge: 'Fusionner…',
  remove: 'Supprimer…',
  name: 'Nom',
  description: 'Description',
  description_hint: 'Visible par vous et votre équipe seulement.',
  color: 'Couleur',
  subscriber_editable: 'Les abonnés peuvent la choisir eux-mêmes',
  subscriber_editable_hint: 'Elle figure comme thème sur la page où ils modifient leur abonnement.',
  public_description: 'Ce que les abonnés en lisent',
  edit_title: (name: string) => `Modifier « ${name} »`,
  made: (name: string) => `« ${name} » créée.`,
  saved: 'Enregistré',
  merge_title: (name: string) => `Fusionner « ${name} » dans une autre étiquette`,
  merge_into: 'Dans',
  merge_detail: (name: string, count: number) =>
    count === 0
      ? `Personne n’a « ${name} » ; elle est donc simplement supprimée.`
      : `${counted(count, 'personne qui a', 'personnes qui ont')} « ${name} » ${plural(count, 'reçoit', 'reçoivent')} l’autre étiquette, puis « ${name} » est supprimée. Personne ne reçoit d’e‑mail.`,
  merge_in_use:
    'Ceux-ci l’utilisent. Donnez-leur d’abord l’autre étiquette ; les deux peuvent ensuite être fusionnées.',
  merge_act: 'Fusionner',
  merging: (done: number, total: number) =>
    `${number(done)} sur ${counted(total, 'personne traitée', 'personnes traitées')}…`,
  merge_failed:
    'Tous n’ont pas reçu l’autre étiquette ; les deux sont donc conservées. Regardez l’action groupée, puis réessayez.',
  merged: (name: string) => `Fusionnée dans « ${name} ».`,
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail: (count: number) =>
    count === 0
      ? 'Personne n’a cette étiquette.'
      : `${counted(count, 'personne perd', 'personnes perdent')} cette étiquette. Ce qui a été envoyé ne change pas.`,
  delete_in_use:
    'Elle ne peut pas être supprimée tant qu’ils l’utilisent : sans elle, ils toucheraient d’autres personnes. Modifiez-les d’abord.',
  delete_act: 'Supprimer',
  deleted: (name: string) => `« ${name} » supprimée.`,
};

export const snippets: Translated<typeof snippetsEnglish> = {
  title: 'Fragments',
  make: 'Nouveau fragment',
  empty: 'Aucun fragment',
  empty_detail:
    'Un fragment est un texte que vous réutilisez souvent, comme le mot d’un sponsor. Les e‑mails le désignent par son nom et reçoivent sa dernière version à l’envoi.',
  used: (count: number) => (count === 0 ? 'inutilisé' : `utilisé à ${counted(count, 'endroit', 'endroits')}`),
  name: 'Nom',
  identifier: 'Nom dans les modèles',
  identifier_hint: (identifier: string) =>
    `Écrivez {{ snippets.${identifier || '…'} }} là où le texte doit apparaître.`,
  content: 'Texte',
  edit: 'Modifier',
  edit_title: (name: string) => `Modifier « ${name} »`,
  edit_used: (count: number) =>
    `${counted(count, 'e‑mail ou flux l’utilise', 'e‑mails et flux l’utilisent')}. Ceux qui ne sont pas encore partis reçoivent le nouveau texte.`,
  where: 'Où il sert',
  remove: 'Supprimer…',
  more: (name: string) => `Plus sur « ${name} »`,
  made: (name: string) => `« ${name} » créé.`,
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail: 'Il ne sert nulle part.',
  delete_in_use: 'Ceux qui ne sont pas encore partis ne peuvent pas être envoyés sans lui.',
  delete_act: 'Supprimer',
  deleted: (name: string) => `« ${name} » supprimé.`,
};

export const files: Translated<typeof filesEnglish> = {
  title: 'Fichiers',
  upload: 'Téléverser',
  uploaded: (count: number) => `${counted(count, 'fichier téléversé', 'fichiers téléversés')}.`,
  empty: 'Aucun fichier',
  empty_detail:
    'Les images et pièces jointes de vos e‑mails sont conservées ici. Téléversez-en, ou déposez une image dans un e‑mail.',
  kinds: { all: 'Tous', image: 'Images', attachment: 'Pièces jointes', unused: 'Inutilisés' },
  sum: (count: number, size: number) => `${counted(count, 'fichier', 'fichiers')}, ${bytes(size)}`,
  none: 'Aucun fichier de ce type.',
  none_unused: 'Chaque fichier sert quelque part.',
  used: (count: number) => (count === 0 ? 'inutilisé' : `utilisé ${number(count)} fois`),
  size: bytes,
  more: (name: string) => `Plus sur « ${name} »`,
  copy: 'Copier son adresse',
  where: 'Où il sert',
  remove: 'Supprimer…',
  remove_unused: (count: number) => `Tout supprimer (${number(count)})…`,
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail: 'Rien ne l’utilise ici. Si un autre site l’affiche, il y manquera.',
  delete_used: 'Il manquera à ceux-ci, et aux e‑mails que les abonnés ont déjà.',
  delete_unused_title: (count: number) =>
    `Supprimer ${counted(count, 'fichier inutilisé', 'fichiers inutilisés')} ?`,
  delete_unused_detail:
    'Aucun e‑mail, flux ou fragment ne les utilise. Les autres sites qui les affichent les perdront.',
  delete_act: 'Supprimer',
  deleted: (count: number) => `${counted(count, 'fichier supprimé', 'fichiers supprimés')}.`,
};
