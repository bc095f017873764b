import type { holds as english } from '../../../../../src/platform/sentences/holds.ts';
import type { Translated } from '../../translated.ts';

export const holds: Translated<typeof english> = {
  not_on_hold: 'L’installation n’est pas en attente.',
  not_waiting:
    'emails: {id} n’est pas un e‑mail qui attend d’être envoyé. GET /v1/hold/pending en donne la liste.',
  done_after_backup:
    'L’installation a été restaurée ou copiée, et ceci a peut-être été fait après la sauvegarde.',
  sent_after_backup:
    'Il a peut-être été envoyé après la sauvegarde dont cette base de données est issue. Mettez status à about_to_send s’il doit être envoyé.',
  unknown_since:
    'Cette base de données ne sait pas ce que l’original a fait ensuite : les e‑mails écrits après manquent, les articles envoyés après paraissent nouveaux, et des destinataires encore en attente ont peut-être reçu leur copie.',
  restored: 'Cette base de données a été restaurée d’une sauvegarde.',
  rolled_back: 'Cette base de données est plus ancienne que ce que cette installation en a déjà fait.',
  copied_database: 'Cette base de données est une copie d’une autre.',
  copied_folder: 'Ce dossier de données est une copie, ou a été déplacé.',
  unknown_place:
    'Ce processus n’a jamais utilisé cette base de données, et aucun autre en marche ne peut s’en porter garant.',
  witness_moved: 'Une autre copie de cette installation fonctionne, ou a fonctionné plus tard que celle-ci.',
  witness_missing: 'Ce processus ne peut pas interroger le témoin que la base de données a utilisé.',
  other_server:
    'Le serveur de base de données a été remplacé par un serveur de secours, ou restauré à un moment antérieur.',
  before_fence: 'Elle date d’avant la barrière, que ce dossier de données connaît déjà.',
  rows_of_program: 'Ses lignes ont été écrites par un autre programme, comme pg_restore.',
  copied_from: 'Elle a été copiée de la base de données {database}.',
  server_changed: 'Elle est sur un autre serveur qu’avant.',
  counter_behind: 'Son compteur est à {present}, mais {reached} avait été atteint.',
  timeline_changed: 'Sa chronologie (timeline) était {was} et est {is}.',
  file_copied: 'Son fichier fence.json a été copié.',
  machine_changed: 'Elle est sur une autre machine qu’avant.',
  disk_changed: 'Elle est sur un autre disque qu’avant.',
  witness_other_file: '{name} est un autre fichier. Choisissez un chemin que rien d’autre n’utilise.',
  witness_no_conditions:
    '{name} est inutilisable : ce service ignore If-Match ou If-None-Match. Choisissez-en un qui permet les écritures conditionnelles.',
  witness_unusable: '{name} est inutilisable : {why}',
  witness_unset: 'Elle a utilisé {then}. FENCE_WITNESS n’est pas défini. Remettez l’ancien, ou reprenez.',
  witness_other: 'Elle a utilisé {then}. FENCE_WITNESS nomme {now}. Remettez l’ancien, ou reprenez.',
  witness_is: 'Son témoin est {name}.',
};
