/** The domains of newsletters. */
export const sites = {
  no_domain: 'domain: the newsletter has none. Set it first.',
  no_answer: '{address} does not answer: {reason:sentence}',
  leads_elsewhere:
    '{address} answers with {status}, but does not lead to this installation. If it leads to your proxy, let the proxy pass on the header Host.',
  publish: 'Publish this record, so that {name} leads to this installation.',
  replace: 'DNS leads elsewhere. Replace what is there with this record.',
  record: 'The record {name}: {detail:sentence}',
  forbids_lets_encrypt:
    'These records do not allow Let’s Encrypt to issue a certificate. Add this one if your proxy gets its certificates there, as Caddy does.',
} as const;
