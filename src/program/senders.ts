import { openDns } from '../domains/dns.ts';
import type { SenderContext } from '../domains/sender-check.ts';
import { reachRelays } from '../platform/mail/smtp/reach.ts';
import { readRelays } from '../platform/mail/smtp/relays.ts';
import type { SiteCheckContext } from '../sites/check.ts';
import type { Equipment } from './equipment.ts';

/** Returns what is needed to check whether mail can be sent and is trusted. */
export function senderContext(equipment: Equipment): SenderContext {
  const { SMTP_URL } = equipment.config;
  return {
    ...equipment,
    dns: openDns(),
    reach: async () => (SMTP_URL ? reachRelays(readRelays(SMTP_URL), 5_000) : []),
  };
}

/** Returns what is needed to check whether a newsletter's domain leads here. */
export function siteContext(equipment: Equipment): SiteCheckContext {
  return { ...equipment, site_dns: openDns() };
}
