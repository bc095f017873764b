import type { newsletters as english } from '../../../../../src/platform/sentences/newsletters.ts';
import type { Translated } from '../../translated.ts';

export const newsletters: Translated<typeof english> = {
  no_words_in: '{language} no es un idioma con palabras. Usa uno de {languages}.',
  no_such_key: '{key} no es la clave de un texto. themes/default/words/en.json tiene todas las claves.',
  cannot_use: '{language}.{key} no puede usar {name}. El texto habitual es «{usual}».',
  domain_of_installation:
    'domain: {domain} es la dirección de la instalación (BASE_URL), donde está el panel. Elige otro.',
  domain_taken: 'domain: {domain} pertenece a otro boletín de esta instalación. Quítalo antes allí.',
  low_contrast: '{color} y {other} tienen un contraste de {ratio}. El texto necesita al menos 4,5.',
  contrast_moved: 'Los lectores ven {used} en su lugar. Elige un color que se diferencie más o déjalo así.',
};
