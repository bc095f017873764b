import { domainToASCII } from 'node:url';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { homeAddress, type Site } from '../links/site.ts';
import type { Newsletters } from '../platform/database/schema.ts';
import { timestamp } from '../platform/http/fields.ts';
import { readTwoNames } from '../platform/http/two-names.ts';
import { type Voice, voiceOf } from '../platform/languages/catalogue.ts';
import { created, shown as shownSettings, updated } from './fields.ts';
import { type Look, lookOf } from './look/fields.ts';

export type Newsletter = Selectable<Newsletters>;

const { captcha_secret: _, ...shownFields } = shownSettings;

export const newsletterSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp,
    modification_date: timestamp,
    ...shownFields,
    email_address: z.string().describe('The same as from_address'),
    reply_to_address: z.string().describe('The same as reply_to'),
    hosting_domain_status: z
      .enum(['none', 'invalid', 'valid'])
      .describe('Whether readers find the newsletter at its domain'),
  })
  .meta({ id: 'Newsletter' });

export const newsletterCreate = z
  .object({
    ...created,
    email_address: created.from_address.nullish().transform(value => value ?? undefined),
    reply_to_address: created.reply_to.nullish().transform(value => value ?? undefined),
  })
  .transform(({ from_address, email_address, reply_to, reply_to_address, ...input }, context) => ({
    ...input,
    from_address: readTwoNames(context, { from_address, email_address }),
    reply_to: readTwoNames(context, { reply_to, reply_to_address }) ?? '',
  }));
export type NewsletterCreate = z.output<typeof newsletterCreate>;

/** The answer to the creation of a newsletter, the only one that contains a key of it. */
export const createdNewsletterSchema = newsletterSchema.extend({
  api_key: z
    .string()
    .describe(
      'A key with the permissions of the calling key, for the new newsletter. Shown only once: empty in a replay',
    ),
});

export const newsletterUpdate = z.object({
  ...updated,
  email_address: updated.from_address,
  reply_to_address: updated.reply_to,
});
export type NewsletterUpdate = z.output<typeof newsletterUpdate>;

/** Returns the newsletter as the API shows it. Two fields appear under both of their names. */
export function showNewsletter<Shown extends Newsletter>(newsletter: Shown) {
  return {
    ...newsletter,
    email_address: newsletter.from_address,
    reply_to_address: newsletter.reply_to,
    hosting_domain_status: hostingStatus(newsletter),
  };
}

/** Says whether readers find the newsletter at its own domain: it has none, it has one that does not work yet, or they do. */
export function hostingStatus({ domain, served_domain }: Pick<Newsletter, 'domain' | 'served_domain'>) {
  if (domain === '') return 'none' as const;
  return served_domain === domain ? ('valid' as const) : ('invalid' as const);
}

/** Returns the address a newsletter sends from until it has one of its own. */
export function defaultFromAddress(username: string, base_url: string): string {
  const host = domainToASCII(new URL(base_url).hostname);
  return `${username}@${host.includes('.') && !/^[\d.[\]:]+$/.test(host) ? host : 'postrider.localhost'}`;
}

/**
 * Returns what pages show about a newsletter. `path` has no host, because our pages work under any host name that leads here, unless the
 * newsletter has its own.
 */
export function shown(newsletter: Pick<Newsletter, 'name' | keyof Look> & Site & Voice, base_url: string) {
  return { ...named(newsletter, base_url), look: lookOf(newsletter), voice: voiceOf(newsletter) };
}

/** Returns what the pages of an installation show about a newsletter. */
export function named(
  newsletter: Pick<Newsletter, 'name'> & Site,
  base_url: string,
): { name: string; path: string } {
  const home = homeAddress(base_url, newsletter);
  return { name: newsletter.name, path: newsletter.served_domain ? home : new URL(home).pathname };
}
