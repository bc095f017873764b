import type { files as english } from '../../../../../src/platform/sentences/files.ts';
import type { Translated } from '../../translated.ts';

export const files: Translated<typeof english> = {
  form_needed: 'Die Datei als multipart/form-data senden (RFC 7578).',
  part_missing: '{part}: Das Formular braucht eine Datei im Teil „{part}“.',
  empty: '{part}: Die Datei ist leer.',
  too_large:
    '{part}: Die Datei ist größer, als dieser Server annimmt. Eine kleinere senden, oder den Betreiber bitten, UPLOAD_LIMIT_BYTES zu erhöhen.',
  one_at_a_time: '{part}: Bitte eine Datei nach der anderen senden.',
  form_unreadable: '{part}: Das Formular ist nicht lesbar: {reason}.',
  quota_exceeded:
    'Die Dateien des Newsletters belegen {present}, und diese mit {size} würde sein Kontingent von {quota} überschreiten. Nicht mehr benötigte Anhänge oder Bilder löschen, oder UPLOAD_QUOTA_BYTES erhöhen.',
  no_attachment:
    'attachments: Einen Anhang mit der ID „{id}“ gibt es nicht. Zuerst unter /v1/attachments hochladen.',
  not_a_picture:
    'image: Das ist kein Bild im Format PNG, JPEG, GIF, WebP oder AVIF. In eines davon umwandeln.',
  picture_damaged:
    'image: Diese Datei ({format}) ist beschädigt: {reason}. In einem Bildprogramm öffnen, neu speichern und diese Datei hochladen.',
  picture_too_large:
    'image: Dieses Bild hat {width} × {height} Pixel ({megapixels} Megapixel), und höchstens 50 Megapixel sind erlaubt. Verkleinern: Keine Mail oder Seite zeigt mehr als 2.400 Pixel in Breite oder Höhe.',
  in_use:
    '{count:E‑Mail, die noch nicht ganz gesendet ist, verwendet|E‑Mails, die noch nicht ganz gesendet sind, verwenden} diesen Anhang. Dort entfernen, E‑Mails löschen, die nicht gesendet werden sollen, oder warten, bis alle gesendet sind.',
};
