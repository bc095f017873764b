import iconv from 'iconv-lite';
import { openDmarcReader } from './dmarc.ts';
import type { DomainReport } from './report.ts';
import { readTlsReports } from './tls.ts';
import { type Document, UnpackError, unpackDocuments } from './unpack.ts';

/** The reports about domains in a message, and the reason why one could not be read; '' if all could. */
export type ReadReports = { reports: DomainReport[]; trouble: string };

/**
 * Reads DMARC aggregate reports and TLS reports. Never throws, whatever the bytes: anything that cannot be unpacked or understood is left
 * out. Reads the first 10 MiB of a message, ten attachments with ten files each, and 16 MiB of their contents.
 */
export async function readDomainReports(message: Uint8Array): Promise<ReadReports> {
  const reports: DomainReport[] = [];
  let trouble = '';
  try {
    for await (const document of unpackDocuments(message)) {
      const read = await readDocument(document);
      if (read.length === 0) trouble = 'a document is not a report, or part of the report is missing';
      reports.push(...read);
    }
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    trouble = error.message;
  }
  if (reports.length === 0 && trouble === '') trouble = 'there is no report in it';
  return { reports, trouble };
}

async function readDocument(document: Document): Promise<DomainReport[]> {
  const dmarc = openDmarcReader();
  let json: string[] | undefined;
  let isFirst = true;
  for await (const piece of decode(document)) {
    if (isFirst && piece.trimStart().startsWith('{')) json = [];
    isFirst = false;
    if (json) json.push(piece);
    else dmarc.write(piece);
  }
  if (json) return readTlsReports(json.join(''));
  const report = dmarc.end();
  return report ? [report] : [];
}

/** Yields the text, in the encoding that its first bytes or its XML declaration name; otherwise UTF-8. */
async function* decode(document: Document): AsyncGenerator<string> {
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  for await (const piece of document) {
    if (piece.length === 0) continue;
    decoder ??= iconv.getDecoder(encodingOf(piece));
    const text = decoder.write(piece);
    if (text !== '') yield text;
  }
  const rest = decoder?.end();
  if (rest) yield rest;
}

function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = /^[^>]{0,100}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    start.subarray(0, 200).toString('latin1'),
  )?.[1];
  // The declaration could be read as ASCII, so the document cannot be UTF-16.
  const isUsable = declared !== undefined && !/^utf-?16|^ucs|^utf-?32/i.test(declared);
  return isUsable && iconv.encodingExists(declared) ? declared : 'utf-8';
}
