import { words } from '../words.ts';
import { isUntitled } from './untitled.ts';

/** Returns the subject for a reader without metadata: Liquid shows its defaults. */
export function titleOf({ subject }: { subject: string }): string {
  const title = subject
    .replace(/\{%.*?%\}/g, '')
    .replace(/\{\{.*?\}\}/g, output => /\bdefault:\s*(["'])(.*?)\1/.exec(output)?.[2] ?? '…')
    .trim();
  return title === '' || isUntitled(title) ? words.emails.untitled : title;
}
