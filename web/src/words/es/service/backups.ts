import type { backups as english } from '../../../../../src/platform/sentences/backups.ts';
import type { Translated } from '../../translated.ts';

export const backups: Translated<typeof english> = {
  cut_off:
    'La copia de seguridad está cortada: le falta el final. Usa otro ejemplar u otra copia de seguridad.',
  damaged: 'La copia de seguridad está dañada: {what}. Usa otro ejemplar u otra copia de seguridad.',
  not_readable:
    'No se puede leer {path} ({code}). Comprueba su ruta y los permisos del usuario con el que funciona Postrider.',
  disk_full: 'No se puede escribir {path}: el disco está lleno. No se guardó nada. Libera espacio.',
  not_writable: 'No se puede escribir {path} ({code}). Elige otra carpeta o cambia su propietario.',
  bucket_unusable: 'No se puede usar s3://{bucket}/{prefix}: {reason}',
  killed: 'El proceso que la creaba se detuvo a la fuerza.',
  last_failed: 'La última copia de seguridad falló: {reason:sentence}',
  overdue:
    'La copia de seguridad programada lleva retraso. Comprueba que haya un worker en marcha y que llegue a BACKUP_URL.',
  none_recent:
    'No se hizo ninguna copia de seguridad en los últimos {days} días. Configura BACKUP_URL para hacer una cada noche, o ejecuta postrider backup.',
  nothing_there: 'La base de datos está vacía, así que no hay nada que copiar. Inicia el servicio una vez.',
};
