import type { newsletters as english } from '../../../../../src/platform/sentences/newsletters.ts';
import type { Translated } from '../../translated.ts';

export const newsletters: Translated<typeof english> = {
  no_words_in: '{language} ist keine Sprache mit Texten. Möglich sind {languages}.',
  no_such_key: '{key} ist nicht der Schlüssel eines Textes. Alle stehen in themes/default/words/en.json.',
  cannot_use: '{language}.{key} kann {name} nicht verwenden. Der übliche Text ist „{usual}“.',
  domain_of_installation:
    'domain: {domain} ist die Adresse der Installation (BASE_URL), unter der das Dashboard liegt. Eine andere wählen.',
  domain_taken:
    'domain: {domain} gehört einem anderen Newsletter dieser Installation. Zuerst dort entfernen.',
  low_contrast: '{color} und {other} haben einen Kontrast von {ratio}. Text braucht mindestens 4.5.',
  contrast_moved:
    'Leser sehen stattdessen {used}. Eine Farbe wählen, die sich stärker abhebt, oder es dabei belassen.',
};
