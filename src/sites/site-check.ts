/** One record that DNS should contain, and what it contains. */
export type SiteRecord = {
  type: 'CNAME' | 'A' | 'AAAA' | 'CAA';
  name: string;
  /** The value to publish. */
  value: string;
  state: 'found' | 'missing' | 'wrong' | 'unknown';
  found: string[];
  /** What is wrong, and what to do. */
  detail: string;
};

export type SiteCheck = {
  domain: string;
  record_type: 'CNAME' | 'A';
  records: SiteRecord[];
  /** Those of the domain itself, if it is the top of a zone. */
  nameservers: string[];
  /** What keeps the domain from showing the newsletter, in words; empty if nothing does. */
  faults: string[];
  /** Whether DNS leads here, so that a certificate may be asked for. */
  is_pointed: boolean;
  /** Whether the domain, asked over the web, leads to this installation. */
  is_served: boolean;
};
