import { encodeDate, encodeMailbox, encodeParameter, encodeText, plainFileName } from './header.ts';
import { encodeOpenEnd, encodeQuotedPrintable } from './quoted-printable.ts';

export type Mailbox = { name: string; address: string };

/** A file attached to every copy. */
export type Attachment = { name: string; content_type: string; bytes: Uint8Array };

/** Text that all copies share, and functions that make the rest from a copy's values, called in order. */
type Pattern<Values> = readonly (string | ((values: Values) => string))[];

export type MessagePattern<Values> = {
  from: Mailbox;
  to: (values: Values) => string;
  reply_to: string;
  subject: Pattern<Values>;
  text: Pattern<Values>;
  /** The HTML part; null in a text-only message. */
  html: Pattern<Values> | null;
  /** The Message-ID, without the angle brackets. */
  message_id: (values: Values) => string;
  /** Further header fields, each value one line of ASCII of at most 900 characters; null omits the field. */
  headers: Readonly<Record<string, string | ((values: Values) => string | null)>>;
  attachments: readonly Attachment[];
};

// A boundary that no part can contain: in quoted-printable a "=" is followed by hexadecimal digits or a line end, and
// base64 has no "_".
const alternative = '=_postrider_alternative';
const mixed = '=_postrider_mixed';

/** A copy of a message, as text in pieces, and the texts from which its hash is made. */
export type Letter = {
  pieces: readonly string[];
  /** The text that only this copy has, in order, without the field Date. */
  own: readonly string[];
  /** The text that all copies share, with '' in place of each text of their own: the same list for every copy. */
  shared: readonly string[];
  /** Whether the text is pure ASCII. Only an address in the header can make it false. */
  is_ascii: boolean;
};

/**
 * Prepares a message for many copies: shared content is encoded once, and its pieces are reused in all copies. The
 * pieces of a copy, joined, are RFC 5322 text with CRLF line ends: multipart/alternative, text first, both parts UTF-8
 * in quoted-printable (RFC 2045, 2046), or the text alone. With attachments, that becomes the first part of a
 * multipart/mixed.
 */
export function prepareMessage<Values>(
  pattern: MessagePattern<Values>,
): (values: Values, date: Date) => Letter {
  const { to, message_id, attachments } = pattern;
  const fixed = fixedHeader(pattern);
  const fields = Object.entries(pattern.headers).map(([name, value]) => [`${name}: `, value] as const);
  const subject = prepareSubject(pattern.subject);
  const text = prepareBody(pattern.text);
  const html = pattern.html && prepareBody(pattern.html);
  const files = attachments.map(encodeAttachment).join('');
  const start = files && `--${mixed}\r\n`;
  const end = files && `${files}--${mixed}--\r\n`;
  const opening = html
    ? `${start && `${start}${contentType('alternative', alternative)}\r\n`}${partHeader('text/plain')}`
    : start && `${start}${textType('text/plain')}\r\n`;
  const between = `\r\n${partHeader('text/html')}`;
  const closing = html ? `\r\n--${alternative}--\r\n${end}` : `\r\n${end}`;
  const shared = [opening, ...text.shared, between, ...(html?.shared ?? []), closing];
  return (values, date) => {
    const first = `${fixed}To: <${to(values)}>\r\n${subject(values)}\r\nMessage-ID: <${message_id(values)}>\r\n`;
    let rest = '';
    for (const [name, value] of fields) {
      const text = typeof value === 'string' ? value : value(values);
      if (text !== null) rest += `${name}${text}\r\n`;
    }
    const header = `${first}Date: ${encodeDate(date)}\r\n${rest}\r\n${opening}`;
    const is_ascii = Buffer.byteLength(header) === header.length; // the bodies always are ASCII
    const letter = { pieces: [header], own: [first, rest], shared, is_ascii };
    text.print(values, letter);
    if (html) {
      letter.pieces.push(between);
      html.print(values, letter);
    }
    letter.pieces.push(closing);
    return letter;
  };
}

function fixedHeader<Values>({ from, reply_to, attachments, html }: MessagePattern<Values>): string {
  const reply = reply_to && `Reply-To: <${reply_to}>\r\n`;
  const content = html ? contentType('alternative', alternative) : textType('text/plain');
  const type = attachments.length > 0 ? contentType('mixed', mixed) : content;
  return `${encodeMailbox('From', from)}\r\n${reply}MIME-Version: 1.0\r\n${type}`;
}

function contentType(kind: string, boundary: string): string {
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n`;
}

function partHeader(type: string): string {
  return `--${alternative}\r\n${textType(type)}\r\n`;
}

function textType(type: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n`;
}

function encodeAttachment({ name, content_type, bytes }: Attachment): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n');
  return `--${mixed}\r\nContent-Type: ${safeType(content_type)};\r\n name="${plainFileName(name)}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;\r\n ${fileName(name)}\r\n\r\n${lines}\r\n`;
}

/**
 * Returns the type if it may be sent in base64, or else application/octet-stream. Multiparts and nested messages may not be (RFC 2046 §5),
 * and other texts are not valid types.
 */
function safeType(content_type: string): string {
  const isSafe = /^(?!multipart\/|message\/)[\w.+-]{1,60}\/[\w.+-]{1,120}$/i.test(content_type);
  return isSafe ? content_type : 'application/octet-stream';
}

/**
 * Writes a name of any script and length, in pieces that fit a line (RFC 2231 §3, §4), and a plain one for older programs. The plain one
 * comes last, because Python's `email` reads the first.
 */
function fileName(name: string): string {
  const plain = `filename="${plainFileName(name)}"`;
  if (/^[\w .-]{1,60}$/.test(name)) return plain;
  const pieces = [''];
  // Readers decode each piece separately, so none may split a character.
  for (const character of name) {
    const encoded = encodeParameter(character);
    if (pieces.at(-1)!.length + encoded.length > 54) pieces.push('');
    pieces[pieces.length - 1] += encoded;
  }
  const extended = pieces.map((piece, at) => `filename*${at}*=${at === 0 ? "UTF-8''" : ''}${piece}`);
  return [...extended, plain].join(';\r\n ');
}

function prepareSubject<Values>(pattern: Pattern<Values>): (values: Values) => string {
  const fixed = pattern.every(piece => typeof piece === 'string')
    ? encodeText('Subject', pattern.join(''))
    : undefined;
  return values =>
    fixed ??
    encodeText('Subject', pattern.map(piece => (typeof piece === 'string' ? piece : piece(values))).join(''));
}

type Body<Values> = {
  /** Adds the copy's pieces. */
  print(values: Values, to: { pieces: string[]; own: string[] }): void;
  shared: string[];
};

function prepareBody<Values>(pattern: Pattern<Values>): Body<Values> {
  const encoded = pattern.map((piece, place) => {
    if (typeof piece !== 'string') return piece;
    return place === pattern.length - 1 ? encodeQuotedPrintable(piece) : encodeOpenEnd(piece);
  });
  return {
    print(values, { pieces, own }) {
      let value = '';
      let text = ''; // encoded; in links, the same value is needed several times in a row
      for (const piece of encoded) {
        if (typeof piece === 'string') {
          pieces.push(piece);
          continue;
        }
        const made = piece(values);
        if (made !== value) [value, text] = [made, encodeOpenEnd(made)];
        pieces.push(text);
        own.push(text);
      }
    },
    shared: encoded.map(piece => (typeof piece === 'string' ? piece : '')),
  };
}
