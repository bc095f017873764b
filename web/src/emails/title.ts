import { words } from '../words.ts';

/** The subject as a reader without any metadata gets it: what Liquid fills in stands as its default. */
export function titleOf({ subject }: { subject: string }): string {
  const title = subject
    .replace(/\{%.*?%\}/g, '')
    .replace(/\{\{.*?\}\}/g, output => /\bdefault:\s*(["'])(.*?)\1/.exec(output)?.[2] ?? '…')
    .trim();
  return title || words.emails.untitled;
}
