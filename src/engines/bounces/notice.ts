import { addressSource, trimAddress } from './addresses.ts';

/** The words of a host about one recipient. */
export type Section = { recipient: string; words: string };

// Matches the lines between a notice and the copy, with any line of dashes.
const copyBegins = [
  ...[
    /below (?:this line )?(?:is|are) (?:a |the )?(?:copy|header|original)/,
    /this is (?:a )?copy of/,
    /(?:the |a copy of the |included is a copy of the |your |copy of )?(?:(?:first|top) \d{1,4} lines|headers?|text|body|contents?|copy|header and top \d{1,4} lines) of (?:the |your |this )?(?:returned |original |undeliver\w{2,4} |message)/,
    /(?:(?:start|beginning) of )?(?:the |your )?(?:original|returned|unsent|undelivered|rejected|forwarded|initial) (?:message|mail|e-?mail)(?: headers?)?\b(?! (?:was|is|has|could|size|id|to|from|details))/,
    /(?:your |the )?(?:message|mail)(?: headers?| text| body| contents?)? (?:follows?|below|is following)/,
    /(?:message headers?|original headers?|headers? of the original)\s{0,3}:?/,
    /(?:enclosed|included) (?:is|are) (?:a |the )/,
    /(?:im folgenden|.{0,20}(?:header|kopf).{0,20}(?:original|nachricht))/,
    /(?:message|mensaje|mensagem|messaggio) (?:d'origine|original|originale|initial)/,
  ].map(({ source }) => new RegExp(String.raw`^[>|\s*#=_-]{0,80}${source}`, 'im')),
  /^[>|\s]{0,10}(?:received|return-path|dkim-signature|delivered-to|mime-version|x-originating-ip|arc-seal): /im,
];

/** Separates a notice from the copy of our message in the same text, by the usual separator lines. */
export function cutCopy(text: string): { words: string; copy: string } {
  const starts = copyBegins.map(mark => text.search(mark)).filter(at => at > 0);
  const cut = Math.min(...starts, text.length);
  // If the text begins with the copy, any words come after it.
  if (text.slice(0, cut).trim() === '') return { words: text, copy: text };
  return { words: text.slice(0, cut), copy: text.slice(cut) };
}

const opening = new RegExp(
  String.raw`^[\s>*|-]{0,12}(?:(?:(?:failed |final |bad |unknown |invalid |undeliverable )?(?:recipients?|user|mailbox|rcpt|address|e-?mail address|to|recipient address|destinataires?|destinatarios?|empfänger|получатель|收件人|宛先)[ \t]{0,3}(?:address)?[ \t]{0,3}[:：]|[0-9]{1,3}[.)])[ \t]{0,5})?(?:smtp:|mailto:)?["'<\[(«]{0,3}(?:[\p{L}\p{N} ,.'"-]{1,60}<(?=[^>\n]{1,200}>\s{0,3}:?\s{0,3}$))?(?:mailto:)?(${addressSource})[>\])'"»]{0,3}(?=[\s:;,.(>-]|$)(.*)$`,
  'iu',
);

/**
 * Reads the paragraphs that begin with an address: `<ann@example.org>:` as in qmail and Postfix, an indented address as in Exim and
 * Exchange. Each extends to the next address, or to an empty line after its words. At most 100.
 */
export function readSections(words: string): Section[] {
  const sections: Section[] = [];
  let open: Section | undefined;
  for (const line of words.split('\n').slice(0, 2000)) {
    const [, address, rest = ''] = opening.exec(line.slice(0, 500)) ?? [];
    if (address !== undefined && isHeading(line, rest)) {
      if (sections.length === 100) break;
      open = {
        recipient: trimAddress(address),
        words: rest.replace(/^[\s:;,.>)\]-]+/, ''),
      };
      sections.push(open);
    } else if (open && line.trim() === '' && /[\p{L}\d]{3}/u.test(open.words)) {
      open = undefined;
    } else if (open) {
      open.words += `\n${line}`;
    }
  }
  return mergeSections(
    sections
      .filter(isOutcome)
      .map(section => ({ ...section, recipient: findForwarder(section) ?? section.recipient })),
  );
}

/**
 * Whether a section reports an outcome. Exchange and Groupwise repeat the header of our mail, whose To is not the recipient that failed.
 */
function isOutcome({ words }: Section): boolean {
  return (
    !/^\s{0,12}(?:subject|sent|date)[ \t]{0,3}:/im.test(words.slice(0, 2000)) ||
    /[45]\d\d|[45]\.\d\.\d/.test(words)
  );
}

/** Merges the sections about the same recipient. Exchange names a recipient twice: once for people, once for administrators. */
function mergeSections(sections: Section[]): Section[] {
  const merged = new Map<string, Section>();
  for (const { recipient, words } of sections) {
    const same = merged.get(recipient.toLowerCase());
    if (same) same.words += `\n${words}`;
    else merged.set(recipient.toLowerCase(), { recipient, words });
  }
  return [...merged.values()];
}

/** Returns the address that we know, if it forwards to the one in the section, as Exim reports it. */
function findForwarder({ words }: Section): string | undefined {
  return /\(?generated from ([^\s()<>]{1,64}@[^\s()<>]{1,255})\)/.exec(words)?.[1];
}

/** Whether a line is a heading. A sentence that merely begins with an address, such as "ann@example.org wrote", is not. */
function isHeading(line: string, rest: string): boolean {
  if (/^\s{0,12}(?:from|sender|reply-to|cc|date|subject|message-id)\b/i.test(line)) return false;
  return !/^\s{0,3}(wrote|schrieb|a écrit)\b/i.test(rest);
}
