import type { cannot_be_listed as english } from '../not-listed.ts';
import type { Translated } from '../translated.ts';

export const cannot_be_listed: Translated<typeof english> =
  'No se pueden enumerar estas personas, porque el correo se ha enviado o sus etiquetas han cambiado. Abre el correo y revísalo otra vez.';
