/**
 * Returns the form of a text that the tables' expressions match: lower case, one line, plain apostrophes, no line breaks between Chinese or
 * Japanese characters, and without addresses and host names that only identify the speaker: `spam@` and `mx.antispam.example` are not
 * reasons.
 */
export function simplify(text: string): string {
  return text
    .slice(0, 64 * 1024)
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/(?<![^\s<>()'",;:])[^\s<>()'",;:]{1,200}@[^\s<>()'",;:]{1,200}/g, '@')
    .replace(/\b(host|server|hop|reporting-mta:? dns;|remote-mta:? dns;) [\w.-]{1,200}\.[a-z]{2,20}\b/g, '$1')
    .replace(/\b(remote )?(host|server) (?=(said|returned|replied|answered|responded)\b)/g, '')
    .replace(/\bgiving up on [\w.:[\]-]{1,100}/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, '')
    .trim();
}

/**
 * Returns a reply without the words that Cisco's gateways and Amazon put around every refusal of a recipient, "5.1.0 - Unknown address
 * error 550-'…'", even around "Access denied".
 */
export function unwrapReply(text: string): string {
  return text.replace(
    /(?<![\d.])[45]\.\d\.\d{1,3} - (?:unknown address error|bad destination host|other [a-z ]{1,30}problem)\s{1,5}(?=[45]\d\d-)/gi,
    '',
  );
}

/** Returns the clause around the first match of an expression in a simplified text: up to 200 characters on both sides. */
export function clauseAt(simple: string, expression: RegExp): string {
  const match = expression.exec(simple);
  if (!match) return '';
  const end = match.index + match[0].length;
  const before = simple
    .slice(Math.max(0, match.index - 200), match.index)
    .split(/(?:[.;] |[。！])/)
    .at(-1)!;
  const after = simple.slice(end, end + 200).split(/(?:[.;](?: |$)|[。！])/)[0]!;
  return before + match[0] + after;
}

/** Joins a multi-line reply: each `550-5.1.1 ` after the first is removed. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const [, code, enhanced] = /\b([245]\d\d)[- ](?:#?([245]\.\d{1,3}\.\d{1,3}))?/.exec(line) ?? [];
  if (code === undefined) return clip(line);
  const first = line.indexOf(code) + code.length;
  const prefix = enhanced ? `${code}[- ]#?${enhanced.replaceAll('.', '\\.')}[- ]?` : `${code}-`;
  const rest = line.slice(first).replace(new RegExp(` ${prefix}`, 'g'), ' ');
  return clip((line.slice(0, first) + rest.replace(/^-/, ' ')).replace(/ +/g, ' '));
}

function clip(line: string): string {
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}

const statusForms = [
  /(?<![\d.])[245]\d\d[- ]?'?[#(]?([245]\.[0-7]\.\d{1,3})(?![\d.]{0,8}\d)/g,
  /#([245]\.[0-7]\.\d{1,3})(?![\d.]{0,8}\d)/g,
  /(?<![\d.\w/-])([45]\.[0-7]\.\d{1,3})(?!\.?\d)/g,
];

/**
 * Finds the first text that looks like an enhanced code and not like an address or a version: after a reply code or #, or else anywhere. A
 * specific code comes before a vague one such as 5.0.0.
 */
export function findStatus(text: string): string | null {
  const codes = statusForms.flatMap(form => [...text.matchAll(form)].map(([, code]) => code!));
  return codes.find(code => code[2] !== '0') ?? codes[0] ?? null;
}

const replyForms = [
  /(?<![\d.])[45]\d\d(?=[- ]?[#(]?[245]\.[0-7]\.\d)/,
  /(?<=^|said:? ?|response:? ?|error:? ?|replied:? ?|answered:? ?|>>> ?|<<< ?|\n\s{0,20}|: |["'(])[45][0-7]\d(?=[- #:)]|$)/i,
  /(?<![\d.:#/])\b[45][0-7]\d(?=[- ]["'<#(]?[a-z])/i,
];

/** Finds the SMTP reply in the remote host's words, from its code on (RFC 5321 §4.2); null if there is none. */
export function findReply(text: string): { code: string; words: string } | null {
  for (const form of replyForms) {
    const found = form.exec(text);
    if (found) return { code: found[0], words: text.slice(found.index) };
  }
  return null;
}
