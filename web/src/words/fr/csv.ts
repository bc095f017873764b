import type { csv as english } from '../csv.ts';
import type { Translated } from '../translated.ts';

export const csv: Translated<typeof english> = {
  act: 'Exporter',
  downloaded: 'Le fichier est dans vos téléchargements.',
};
