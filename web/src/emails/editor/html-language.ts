import { LanguageSupport, LRLanguage } from '@codemirror/language';
import { parser } from '@lezer/html';

/** HTML without the scripts and style sheets in it, which mails do not have. It is loaded for texts in HTML only. */
export function html(): LanguageSupport {
  return new LanguageSupport(LRLanguage.define({ name: 'html', parser }));
}
