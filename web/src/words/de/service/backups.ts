import type { backups as english } from '../../../../../src/platform/sentences/backups.ts';
import type { Translated } from '../../translated.ts';

export const backups: Translated<typeof english> = {
  cut_off:
    'Das Backup ist abgeschnitten: Sein Ende fehlt. Eine andere Kopie davon oder ein anderes Backup verwenden.',
  damaged: 'Das Backup ist beschädigt: {what}. Eine andere Kopie davon oder ein anderes Backup verwenden.',
  not_readable:
    '{path} lässt sich nicht lesen ({code}). Den Pfad prüfen und die Rechte des Benutzers, unter dem Postrider läuft.',
  disk_full:
    '{path} lässt sich nicht schreiben: Die Platte ist voll. Es wurde nichts behalten. Bitte Platz schaffen.',
  not_writable:
    '{path} lässt sich nicht schreiben ({code}). Einen anderen Ordner wählen oder seinen Besitzer ändern.',
  bucket_unusable: 's3://{bucket}/{prefix} ist nicht verwendbar: {reason}',
  killed: 'Der Prozess, der es erstellte, wurde beendet.',
  last_failed: 'Das letzte Backup ist gescheitert: {reason:sentence}',
  overdue: 'Das geplante Backup ist überfällig. Bitte prüfen, ob ein Worker läuft und BACKUP_URL erreicht.',
  none_recent:
    'In den letzten {days} Tagen entstand kein Backup. BACKUP_URL setzen, damit jede Nacht eines entsteht, oder postrider backup ausführen.',
  nothing_there: 'Die Datenbank ist leer, es gibt also nichts zu sichern. Den Dienst einmal starten.',
};
