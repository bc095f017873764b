/** What DNS shows of a domain. */
export const domains = {
  publish_key: 'Publish this record. The key signs nothing until DNS shows it.',
  other_key: 'DNS shows a different key under this name. Replace it with this one.',
  return_path_missing:
    'Bounces are sent to this domain. Point it to the machine that listens on BOUNCE_PORT.',
  dmarc_missing: 'Large mailbox providers require a DMARC record from bulk senders.',
  dmarc_several: 'There are {count} records, but only one is allowed.',
  dmarc_no_policy: 'The record has no policy. Add p=none, p=quarantine or p=reject.',
  dns_late: 'DNS did not answer in time.',
  dns_failed: 'The DNS query failed ({code}).',
  inbox_only:
    'Mail stays in the built-in inbox, because no mail server is configured. Set SMTP_URL to send to others.',
  spf_lookups: 'It needs more than {most} DNS lookups, which is where receivers stop.',
  spf_void: 'More than {most} of its DNS lookups find nothing.',
  spf_several: '{domain} has {count} SPF records, but only one is allowed.',
  spf_open: 'It does not end with ~all or -all.',
  spf_missing: 'There is no SPF record.',
  spf_advice: 'If your mail provider gives you an include: mechanism, use it instead of a:.',
  unsigned:
    'Mail is not signed: this newsletter has no DKIM keys for its domain. Create them in its settings (POST /v1/newsletters/{id}/dkim_keys) and publish the records, unless your mail server signs.',
  dkim_fault: 'DKIM: {fault:sentence}',
  spf_fault: 'SPF: {fault:sentence}',
  return_path_fault: 'return path: {fault:sentence}',
  dmarc_fault: 'DMARC: {fault:sentence}',
} as const;
