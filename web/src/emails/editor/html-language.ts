import { LanguageSupport, LRLanguage } from '@codemirror/language';
import { parser } from '@lezer/html';

/** Returns the language HTML without scripts and style sheets, which mails do not have. It is loaded for HTML bodies only. */
export function html(): LanguageSupport {
  return new LanguageSupport(LRLanguage.define({ name: 'html', parser }));
}
