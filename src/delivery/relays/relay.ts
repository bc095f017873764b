import { z } from 'zod';
import { ownDomain } from '../../accounts/domain.ts';
import { type MailService, mailServices } from '../../platform/config/config.ts';
import { line, text, timestamp } from '../../platform/http/fields.ts';
import { isThisMachine, mechanisms, tlsModes } from '../../platform/mail/smtp/relays.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Relay } from './queries.ts';
import { reportUrl } from './reports.ts';

/** The most relays that an installation has, not counting those of SMTP_URL. */
export const mostRelays = 200;
/** The most newsletters, and the most domains, that a relay may name. */
const mostNamed = 500;

const hostName = line(253).regex(/^[\w.:-]+$/, sentence('input.relay_host'));
const clientName = line(255).regex(/^[\w.:[\]-]*$/, sentence('input.relay_client_name'));
const tls = z.enum(['implicit', ...tlsModes]);
const rateRule = sentence('input.rate');
const sendingRate = z.number().refine(rate => rate === 0 || (rate >= 0.001 && rate <= 100_000), rateRule);
const fromDomain = ownDomain.refine(domain => domain !== '', sentence('input.domain'));

/** Every setting of a relay that people may give, except its password. */
const settings = {
  name: line(100).min(1, sentence('input.relay_name')).describe('The name that you give it'),
  host: hostName.describe('Its host name or address'),
  port: z.int().min(1).max(65535),
  tls: tls.describe(
    'implicit: TLS from the first byte, as on port 465. require: STARTTLS, with a valid certificate. opportunistic: STARTTLS if it is offered. none: no TLS',
  ),
  user: text(300).describe('The user for the login; empty: it needs none'),
  login_method: z
    .enum(mechanisms)
    .nullable()
    .describe(
      'null: the first that the relay offers of plain, login and cram-md5. For xoauth2, the password is the access token',
    ),
  client_name: clientName.describe('Our name in EHLO; empty: the name of the machine'),
  weight: z
    .int()
    .min(1)
    .max(1000)
    .describe('Its share of the messages, relative to the other relays for the same mail'),
  is_reserve: z
    .boolean()
    .describe('Whether it is used only while none of the other relays for the same mail works'),
  connections: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .describe('The maximum number of connections that a worker process opens to it; null: SMTP_CONNECTIONS'),
  sending_rate: sendingRate.describe(
    'The maximum number of copies of emails per second, over all worker processes; 0: no limit',
  ),
  newsletter_ids: z
    .array(z.string())
    .max(mostNamed)
    .transform(ids => [...new Set(ids)])
    .describe('The newsletters whose mail it takes'),
  from_domains: z
    .array(fromDomain)
    .max(mostNamed)
    .transform(domains => [...new Set(domains)])
    .describe(
      'The domains from which it takes mail, such as example.org for news@example.org. Relays that name the newsletter are used instead, if there are any',
    ),
  is_default: z
    .boolean()
    .describe('Whether it takes the mail for which no relay names the newsletter or the domain'),
  is_paused: z
    .boolean()
    .describe(
      'Whether it takes no mail. Mail then goes over the other relays for it, or waits if there are none',
    ),
  report_service: z
    .enum(mailServices)
    .nullable()
    .describe('The mail service behind it that reports bounces and complaints to report_url; null: none'),
};
const reportSecret = text(2000).describe(
  'The secret that proves the reports of report_service, as docs/bounces.md describes it; empty for ses, whose topic you confirm. It is stored encrypted and never shown',
);
const password = text(5000).describe('It is stored encrypted and never shown');

export const relayCreate = z.object({
  ...settings,
  port: settings.port.default(587),
  tls: settings.tls.default('require'),
  user: settings.user.default(''),
  password: password.default(''),
  login_method: settings.login_method.default(null),
  client_name: settings.client_name.default(''),
  weight: settings.weight.default(1),
  is_reserve: settings.is_reserve.default(false),
  connections: settings.connections.default(null),
  sending_rate: settings.sending_rate.default(0),
  newsletter_ids: settings.newsletter_ids.default([]),
  from_domains: settings.from_domains.default([]),
  is_default: settings.is_default.default(false),
  is_paused: settings.is_paused.default(false),
  report_service: settings.report_service.default(null),
  report_secret: reportSecret.default(''),
});
export type RelayCreate = z.output<typeof relayCreate>;

export const relayUpdate = z.object({ ...settings, password, report_secret: reportSecret }).partial();
export type RelayUpdate = z.output<typeof relayUpdate>;

export const relaySchema = z
  .object({
    id: z.string(),
    is_of_settings: z
      .boolean()
      .describe(
        'Whether it comes from SMTP_URL, where it is changed. Such a relay takes the mail of everybody without another',
      ),
    ...settings,
    host: z.string(),
    client_name: z.string(),
    newsletter_ids: z.array(z.string()).describe(settings.newsletter_ids.description!),
    from_domains: z.array(z.string()).describe(settings.from_domains.description!),
    has_password: z.boolean(),
    report_url: z
      .string()
      .describe(
        'The address to which report_service reports, only about copies that this relay took; empty without report_service. If the service sends a password, put it before the host: https://postrider:SECRET@…',
      ),
    has_report_secret: z.boolean(),
    trouble: z
      .string()
      .describe('Why no connection to it can be opened; empty if one could, or if none was tried'),
    trouble_sentence: sentenceSchema,
    trouble_since: timestamp.nullable(),
    seen_date: timestamp
      .nullable()
      .describe('When a connection to it was last opened, to within ten minutes'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Relay' });

/** Shows the relay as the API does, without its password. */
export function showRelay(
  { login_name, password, report_secret, trouble, tls, login_method, ...row }: Relay,
  base_url: string,
): z.input<typeof relaySchema> {
  return {
    ...row,
    report_service: row.report_service as MailService | null,
    report_url: reportUrl(base_url, row),
    has_report_secret: report_secret !== '',
    tls: tls as z.output<typeof relaySchema>['tls'],
    user: login_name,
    login_method: login_method as z.output<typeof relaySchema>['login_method'],
    has_password: password !== '',
    trouble: trouble ?? '',
  };
}

type Checked = {
  host: string;
  tls: string;
  user: string;
  has_password: boolean;
  login_method: string | null;
};

/** Says why these settings do not fit together; undefined if they do. */
export function faultOf({ host, tls, user, has_password, login_method }: Checked): string | undefined {
  if (user !== '' && !has_password) return sentence('input.relay_password');
  if (user === '' && (has_password || login_method !== null)) return sentence('input.relay_user');
  if (tls === 'none' && user !== '' && !isThisMachine(host)) return sentence('input.relay_plain_password');
  return undefined;
}
