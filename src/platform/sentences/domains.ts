/** Findings about the records of a domain. */
export const domains = {
  publish_key: 'Publish this record. The key signs nothing until DNS shows it.',
  other_key: 'DNS shows a different key under this name. Replace it with this one.',
  next_key: 'This key succeeds the one that signs, once DNS has this record. Until then nothing changes.',
  leave_key: 'Put this record back. Mail that the retired key signed is still on its way.',
  publish_alias:
    'Publish this record. It stays for ever: {zone} has the keys, and whoever runs Postrider replaces them there.',
  other_alias: 'DNS shows something else under this name. Replace it with this record.',
  zone_lacks_key: 'Whoever runs Postrider has to publish this record in {zone}. You need not do anything.',
  aliases_in_use:
    'Both aliases are in use: one key signs, and another waits or was retired less than a week ago. Try again later, or delete that key first.',
  key_destroyed: 'The private half of this key is destroyed, so it can never sign again. Create new keys.',
  no_zone: 'is_delegated: this installation has no zone for keys. Set DKIM_ZONE first, or leave it out.',
  return_path_missing:
    'Bounces are sent to this domain. Point it to the machine that listens on BOUNCE_PORT.',
  return_path_elsewhere:
    'Bounces are sent to this domain, but its mail servers are not those of {installation}, so bounces do not arrive here.',
  dmarc_missing: 'Large mailbox providers require a DMARC record from bulk senders.',
  dmarc_several: 'There are {count} records, but only one is allowed.',
  dmarc_no_policy: 'The record has no policy. Add p=none, p=quarantine or p=reject.',
  dns_late: 'DNS did not answer in time.',
  dns_failed: 'The DNS query failed ({code}).',
  inbox_only:
    'Mail stays in the built-in inbox, because no mail server takes it. Set SMTP_URL or add a relay to send to others.',
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
  dmarc_reports_missing:
    'Add this address to the DMARC record, and receivers report every day who sends mail in your name. Postrider reads the reports.',
  tls_reports_missing:
    'With this record, receivers report if mail to {domain} cannot be encrypted. Postrider reads the reports.',
  mta_sts_missing:
    'With this record and a policy at https://mta-sts.{domain}/.well-known/mta-sts.txt, other servers encrypt mail to {domain} or do not deliver it. Publish the policy first.',
  mta_sts_no_id:
    'The record has no id of up to 32 letters and digits. Change the id whenever the policy changes.',
  policy_unreachable: 'The policy cannot be fetched: {reason:sentence} Publish this text there.',
  policy_status:
    'The address answers with status {status}, but must answer 200, without a redirect. Publish this text there.',
  policy_version: 'It lacks the line “version: STSv1”.',
  policy_type: 'Serve it as text/plain.',
  policy_mode: 'Its mode must be enforce, testing or none.',
  policy_age: 'Its max_age must be a number of seconds up to {most:number}.',
  policy_mx: 'It does not name {host}, which receives mail for the domain. Add a line “mx: {host}”.',
  policy_not_enforced:
    'The mode is {mode}, so nothing is enforced. Change it to enforce once reports of failures stop coming.',
  policy_short: 'Raise max_age to at least {least:number}: a shorter policy is soon forgotten.',
  bimi_missing:
    'With this record, some mailbox providers show your logo beside your mail. Most of them also want a certificate for it (VMC or CMC).',
  bimi_policy:
    'Providers show a logo only if the DMARC record of the domain says p=quarantine or p=reject for all mail, including that of subdomains.',
  bimi_declined: 'The record says that no logo is to be shown.',
  bimi_address: 'Its l= must be an address of the logo that begins with https://.',
  bimi_no_certificate:
    'The record names no certificate (a=). Gmail and Apple Mail show the logo only with one (VMC or CMC).',
  logo_unreachable: 'The logo cannot be fetched: {reason:sentence}',
  logo_status: 'The address of the logo answers with status {status}, not 200.',
  logo_no_svg: 'The logo is not an SVG image.',
  logo_profile: 'The logo is not SVG Tiny PS: its root needs version="1.2" and baseProfile="tiny-ps".',
  logo_title: 'The logo needs a title element with the name of your organisation.',
  logo_doctype: 'The logo must have no DOCTYPE and no entities.',
  logo_element: 'The logo must not contain {name}.',
  logo_reference: 'The logo must not refer to anything outside itself.',
  logo_position: 'The root of the logo must have no x or y.',
  logo_square: 'The logo should be square: its viewBox is not.',
  permission_missing:
    'Publish this in the DNS of {bounce_domain}. Without it, receivers send no reports about {domain} there.',
  own_mail_fails:
    'This is mail from here, but it passes neither DKIM nor SPF for {domain}. Create DKIM keys for the domain, publish their records, and check the domain again.',
  own_mail_fails_partly:
    'This is mail from here, and some of it passes neither DKIM nor SPF for {domain}. Check that the records of the domain are in DNS.',
  forwarded_mail:
    'This is mail from here that a mailing list, for example, or a reader with a new address forwards. Its signature still counts, so you need not do anything.',
  service_may_send: 'This service may send in the name of {domain}: its mail passes DKIM or SPF.',
  service_fails_partly:
    'This service may send in the name of {domain}, but some of its mail passes neither DKIM nor SPF. If you use it, set up DKIM for {domain} there.',
  service_unknown:
    'It sends in the name of {domain}, but its mail passes neither DKIM nor SPF. If you use this service, set up DKIM for {domain} there. If you do not, somebody is using your name: with the policy p=quarantine or p=reject, receivers keep such mail from your readers.',
  tls_certificate:
    'The certificate of this mail server is not accepted. Renew it, and make sure that it names the server and comes with its chain.',
  tls_policy:
    'The MTA-STS policy of the domain cannot be fetched or understood. It must be at https://mta-sts.{domain}/.well-known/mta-sts.txt.',
  tls_dane:
    'The TLSA record of this mail server does not match its certificate. Publish the new one, or remove it.',
  tls_starttls: 'This mail server does not offer STARTTLS.',
  tls_other: 'The receiver does not say more. Look at the log of the mail server.',
} as const;
