/** One record that DNS should contain, and what it contains. */
export type SiteRecord = {
  type: 'CNAME' | 'A' | 'AAAA' | 'CAA';
  name: string;
  /** The value to publish. */
  value: string;
  state: 'found' | 'missing' | 'wrong' | 'unknown';
  found: string[];
  /** The fault and its remedy. */
  detail: string;
};

export type SiteCheck = {
  domain: string;
  record_type: 'CNAME' | 'A';
  records: SiteRecord[];
  /** The name servers of the domain itself, if it is the top of a zone. */
  nameservers: string[];
  /** The reasons why the domain does not show the newsletter, in words; empty if it does. */
  faults: string[];
  /** Whether DNS leads here, so that a proxy may request a certificate. */
  is_pointed: boolean;
  /** Whether the domain leads to this installation when it is requested over the web. */
  is_served: boolean;
};
