import type { texts as english } from '../../../../../src/platform/sentences/texts.ts';
import type { Translated } from '../../translated.ts';

export const texts: Translated<typeof english> = {
  several: '{sentences:together}',
  with_words: '{said:sentence} ({words}).',
};
