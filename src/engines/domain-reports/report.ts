/** The data that a receiver reports about a domain. Anyone can send such a report, so nothing in it is known to be true. */
type Reported = {
  /** The receiver, as it calls itself. */
  org: string;
  /** The receiver's name for this report. */
  report_id: string;
  /** The domain that the report is about, in ASCII and lower case. */
  domain: string;
  begin: Date;
  end: Date;
  /** Whether parts of it could not be read, or were too many. */
  is_cut: boolean;
};

export const dispositions = ['none', 'quarantine', 'reject'] as const;
type Disposition = (typeof dispositions)[number];

/** A report about who sent mail in the name of a domain, and how receivers judged it (RFC 7489 appendix C, RFC 9990). */
export type DmarcReport = Reported & {
  kind: 'dmarc';
  /** The policy that the receiver found in DNS. */
  policy: Disposition | null;
  rows: DmarcRow[];
};

export type DmarcRow = {
  source_ip: string;
  messages: number;
  disposition: Disposition;
  /** Whether an aligned signature, or the aligned sender of the envelope, passed. */
  dkim: boolean;
  spf: boolean;
  header_from: string;
  /** Signatures that passed, aligned or not. */
  signatures: { domain: string; selector: string }[];
  /** The domain of the envelope for which SPF passed; '' if none did. */
  spf_domain: string;
};

/** A report about how well others could deliver to a domain over TLS (RFC 8460). */
export type TlsReport = Reported & { kind: 'tls'; successes: number; failures: TlsFailure[] };

export type TlsFailure = {
  /** The failure, such as certificate-expired (RFC 8460 §4.3). */
  result: string;
  /** The mail server that should have received the mail; '' if unknown. */
  host: string;
  sessions: number;
};

export type DomainReport = DmarcReport | TlsReport;

/** More mail than anybody sends in a day: a larger number is wrong. */
const mostMessages = 1_000_000_000;

/** Reads a whole number within the limit; null for anything else. */
export function readCount(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,15}$/.test(text)) return null;
  const count = Number(text);
  return count <= mostMessages ? count : null;
}

/** Reads one line without control characters, up to this length; empty if the value is not text. */
export function readWords(value: unknown, longest: number): string {
  const text = typeof value === 'string' ? value : '';
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}
