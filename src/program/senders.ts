import { relaysOf } from '../delivery/relays/in-use.ts';
import { openDns } from '../domains/dns.ts';
import type { SenderContext } from '../domains/sender-check.ts';
import { reachRelays } from '../platform/mail/smtp/reach.ts';
import type { SiteCheckContext } from '../sites/check.ts';
import type { Equipment } from './equipment.ts';

/** Returns the context for checking whether mail can be sent and is trusted. */
export function senderContext(equipment: Equipment): SenderContext {
  const context = { ...equipment, smtp_url: equipment.config.SMTP_URL };
  return {
    ...equipment,
    dns: openDns(),
    relays: (db, newsletter) => relaysOf(db, context, newsletter),
    reach: relays => reachRelays(relays, 5_000),
  };
}

/** Returns the context for checking whether a newsletter's domain leads here. */
export function siteContext(equipment: Equipment): SiteCheckContext {
  return { ...equipment, site_dns: openDns() };
}
