import type { ownLanguage as english } from '../own-language.ts';
import type { Translated } from '../translated.ts';

export const ownLanguage: Translated<typeof english> = {
  label: 'Idioma del panel',
  hint: 'Los lectores ven el idioma del boletín o el que eligieron.',
  browser: 'El del navegador',
};
