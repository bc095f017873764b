import type { csv as english } from '../csv.ts';
import type { Translated } from '../translated.ts';

export const csv: Translated<typeof english> = {
  act: 'Exportar',
  downloaded: 'El archivo está en tus descargas.',
};
