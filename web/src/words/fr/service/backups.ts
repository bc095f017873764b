import type { backups as english } from '../../../../../src/platform/sentences/backups.ts';
import type { Translated } from '../../translated.ts';

export const backups: Translated<typeof english> = {
  cut_off: 'La sauvegarde est coupée : sa fin manque. Utilisez-en une autre copie, ou une autre sauvegarde.',
  damaged: 'La sauvegarde est abîmée : {what}. Utilisez-en une autre copie, ou une autre sauvegarde.',
  not_readable:
    '{path} est illisible ({code}). Vérifiez son chemin et les droits de l’utilisateur qui exécute Postrider.',
  disk_full: 'Impossible d’écrire {path} : le disque est plein. Rien n’a été gardé. Libérez de la place.',
  not_writable:
    'Impossible d’écrire {path} ({code}). Choisissez un autre dossier, ou changez son propriétaire.',
  bucket_unusable: 's3://{bucket}/{prefix} est inutilisable : {reason}',
  killed: 'Le processus qui la faisait a été tué.',
  last_failed: 'La dernière sauvegarde a échoué : {reason:sentence}',
  overdue:
    'La sauvegarde programmée est en retard. Vérifiez qu’un worker fonctionne et qu’il atteint BACKUP_URL.',
  none_recent:
    'Aucune sauvegarde ces {days} derniers jours. Définissez BACKUP_URL pour en faire une chaque nuit, ou lancez postrider backup.',
  nothing_there: 'La base de données est vide ; il n’y a rien à sauvegarder. Démarrez une fois le service.',
};
