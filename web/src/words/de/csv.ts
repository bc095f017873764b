import type { csv as english } from '../csv.ts';
import type { Translated } from '../translated.ts';

export const csv: Translated<typeof english> = {
  act: 'Exportieren',
  downloaded: 'Die Datei liegt bei den Downloads.',
};
