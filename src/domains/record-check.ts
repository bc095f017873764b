import type { Sentence } from '../platform/sentences/sentence.ts';

export const purposes = [
  'DKIM',
  'SPF',
  'return path',
  'DMARC',
  'DMARC reports',
  'permission',
  'TLS reports',
  'MTA-STS',
  'MTA-STS policy',
  'BIMI',
] as const;

/** One record that DNS should contain, and whether it does. */
export type RecordCheck = {
  purpose: (typeof purposes)[number];
  /** Mail arrives without it, but something useful is missing. */
  is_optional?: true;
  type: 'TXT' | 'MX' | 'CNAME' | 'HTTPS';
  /** For HTTPS, the address of a file. */
  name: string;
  /** The value to publish. */
  value: string;
  state: 'found' | 'missing' | 'wrong' | 'unknown';
  /** The records that DNS shows now. */
  found: string[];
  /** The fault and its remedy. */
  detail: string;
  detail_sentence?: Sentence | undefined;
};

/** Returns the first few records, each cut to the length that a key needs. */
export function shorten(records: string[]): string[] {
  return records.slice(0, 10).map(record => record.slice(0, 1000));
}
