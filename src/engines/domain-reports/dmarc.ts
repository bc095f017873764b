import { isIP } from 'node:net';
import { Parser } from 'htmlparser2';
import { readDomain } from './domain-name.ts';
import { type DmarcReport, type DmarcRow, dispositions, readCount, readWords } from './report.ts';

/** The most rows that are read: more than any receiver reports of one domain in a day. */
const mostRows = 10_000;
const longestText = 1000;
const mostSignatures = 20;
/** The deepest nesting that is read. The deepest element of a report is inside five others. */
const deepest = 30;
/** How much is parsed between two checks of the depth: the parser takes quadratic time for deep documents. */
const pieceLength = 16_384;

const readInHead = new Set([
  'report_metadata.org_name',
  'report_metadata.report_id',
  'report_metadata.date_range.begin',
  'report_metadata.date_range.end',
  'policy_published.domain',
  'policy_published.p',
]);
const readInRow = new Set([
  'row.source_ip',
  'row.count',
  'row.policy_evaluated.disposition',
  'row.policy_evaluated.dkim',
  'row.policy_evaluated.spf',
  'identifiers.header_from',
]);
const readInResult = new Set(['domain', 'selector', 'result']);

/** Texts by their paths in the document. */
type Texts = Record<string, string>;
type Row = { texts: Texts; dkim: Texts[]; spf: Texts[] };

/** Opens a reader that takes an aggregate report piece by piece. Entities that the report defines itself are not expanded. */
export function openDmarcReader() {
  const path: string[] = [];
  const head: Texts = {};
  const rows: DmarcRow[] = [];
  let current: Row = { texts: {}, dkim: [], spf: [] };
  let text = '';
  let isFeedback = false;
  let isBroken = false;
  let is_cut = false;

  const parser = new Parser(
    {
      onopentag(tag) {
        const name = localName(tag);
        path.push(name);
        text = '';
        if (path.length === 1 && name === 'feedback') isFeedback = true;
        if (path.length > deepest) isBroken = true;
        if (path.length === 2 && name === 'record') current = { texts: {}, dkim: [], spf: [] };
        if (path.length === 4 && path[2] === 'auth_results' && (name === 'dkim' || name === 'spf')) {
          const list = current[name];
          if (list.length < mostSignatures) list.push({});
        }
      },
      ontext(piece) {
        if (text.length < longestText) text += piece.slice(0, longestText);
      },
      onclosetag(tag) {
        const name = localName(tag);
        if (path[1] === 'record') closeInRecord(name);
        else note(head, path.slice(1).join('.'), readInHead);
        path.pop();
        text = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );

  function closeInRecord(name: string): void {
    const [, , part, method] = path;
    if (path.length === 2) addRow();
    if (part !== 'auth_results') note(current.texts, path.slice(2).join('.'), readInRow);
    const result =
      part === 'auth_results' &&
      path.length === 5 &&
      (method === 'dkim' || method === 'spf') &&
      current[method].at(-1);
    if (result) note(result, name, readInResult);
  }

  function note(texts: Texts, name: string, read: Set<string>): void {
    if (read.has(name)) texts[name] ??= text;
  }

  function addRow(): void {
    const row = rows.length < mostRows ? readRow(current) : null;
    if (row) rows.push(row);
    else is_cut = true;
  }

  return {
    write(piece: string): void {
      for (let at = 0; at < piece.length && !isBroken; at += pieceLength)
        parser.write(piece.slice(at, at + pieceLength));
    },
    /** Returns the report; null if the document is not one. */
    end(): DmarcReport | null {
      if (!isBroken) parser.end();
      return isFeedback && !isBroken ? readHead(head, rows, is_cut) : null;
    },
  };
}

/** Returns the name without a prefix, because receivers differ in whether and how they name the namespace. */
function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}

function readHead(head: Texts, rows: DmarcRow[], is_cut: boolean): DmarcReport | null {
  const begin = readDate(head['report_metadata.date_range.begin']);
  const end = readDate(head['report_metadata.date_range.end']);
  const org = readWords(head['report_metadata.org_name'], 100);
  const report_id = readWords(head['report_metadata.report_id'], 250);
  const domain = readDomain(head['policy_published.domain']);
  if (begin === null || end === null || org === '' || report_id === '' || domain === '') return null;
  const policy = readDisposition(head['policy_published.p'] ?? '');
  return { kind: 'dmarc', org, report_id, domain, begin, end, policy, rows, is_cut };
}

/** Reads a date given in seconds since 1970. */
function readDate(text = ''): Date | null {
  const seconds = /^\s*(\d{9,10})(?:\.\d+)?\s*$/.exec(text)?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000);
}

function readDisposition(text: string): DmarcReport['policy'] {
  const word = text.trim().toLowerCase();
  return dispositions.find(one => one === word) ?? null;
}

/** Reads a row; null if the record contains nothing that can be counted. */
function readRow({ texts, dkim, spf }: Row): DmarcRow | null {
  const source_ip = (texts['row.source_ip'] ?? '').trim().toLowerCase();
  const messages = readCount(texts['row.count']);
  const header_from = readDomain(texts['identifiers.header_from']);
  if (isIP(source_ip) === 0 || source_ip.includes('%') || !messages || header_from === '') return null;
  const hasPassed = (result: Texts) => isPass(result.result);
  return {
    source_ip,
    messages,
    header_from,
    // RFC 9990 adds "pass" for mail that passed. Such mail was let in, as with none.
    disposition: readDisposition(texts['row.policy_evaluated.disposition'] ?? '') ?? 'none',
    dkim: isPass(texts['row.policy_evaluated.dkim']),
    spf: isPass(texts['row.policy_evaluated.spf']),
    signatures: dkim.filter(hasPassed).map(one => ({
      domain: readDomain(one.domain),
      selector: readWords(one.selector, 100).toLowerCase(),
    })),
    spf_domain: readDomain(spf.find(hasPassed)?.domain),
  };
}

function isPass(result: string | undefined): boolean {
  return result?.trim().toLowerCase() === 'pass';
}
