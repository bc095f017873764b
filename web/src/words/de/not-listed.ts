import type { cannot_be_listed as english } from '../not-listed.ts';
import type { Translated } from '../translated.ts';

export const cannot_be_listed: Translated<typeof english> =
  'Diese Personen lassen sich nicht auflisten, weil die E‑Mail gesendet ist oder sich ihre Schlagwörter geändert haben. Bitte die E‑Mail öffnen und noch einmal prüfen.';
