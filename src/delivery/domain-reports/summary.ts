import { z } from 'zod';
import { dispositions } from '../../engines/domain-reports/report.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const standings = ['ours', 'forwarded', 'allowed', 'stranger'] as const;

const sourceSchema = z.object({
  source_ip: z.string().describe('The machine that the mail came from'),
  standing: z
    .enum(standings)
    .describe(
      'ours: it came through our mail server. forwarded: it has our signature, but came another way. allowed: another sender whose mail passes. stranger: another sender whose mail fails',
    ),
  service: z.string().describe('The other domain that signed the mail or is in its envelope; empty if none'),
  selector: z.string().describe("The selector of the domain's signature that passed; empty if none"),
  header_from: z.array(z.string()).describe('The domains that the mail says it is from; at most five'),
  messages: z.int(),
  passed: z.int().describe('Messages that passed DMARC: by an aligned signature or by SPF'),
  dkim: z.int().describe('Messages with an aligned signature that passed'),
  spf: z.int().describe('Messages that passed SPF with an aligned domain'),
  quarantined: z.int(),
  rejected: z.int(),
  organisations: z.array(z.string()).describe('Who reported it; at most five'),
  first_date: timestamp,
  last_date: timestamp,
  advice: z.string().describe('What it means, and what to do'),
  advice_sentence: sentenceSchema,
});

const failureSchema = z.object({
  result: z.string().describe('What failed (RFC 8460 §4.3)'),
  host: z.string().describe('The mail server that was to receive the mail; empty if unknown'),
  sessions: z.int(),
  organisations: z.array(z.string()),
  first_date: timestamp,
  last_date: timestamp,
  advice: z.string(),
  advice_sentence: sentenceSchema,
});

const totals = { reports: z.int(), last_date: timestamp.nullable() };

export const domainReportsSchema = z
  .object({
    domain: z.string().describe('The domain that the newsletter sends from'),
    dmarc_address: z
      .string()
      .nullable()
      .describe('Where DMARC reports are read: for `rua` in the DMARC record; null without BOUNCE_DOMAIN'),
    tls_address: z.string().nullable().describe('The same for TLS reports'),
    dmarc: z.object({
      ...totals,
      messages: z.int(),
      passed: z.int(),
      policy: z.enum(dispositions).nullable().describe('The policy that the last report names'),
      sources: z.array(sourceSchema).describe('The hundred with the most messages'),
      others: z.int().describe('How many more sources there are'),
    }),
    tls: z.object({
      ...totals,
      sessions: z.int(),
      failed: z.int(),
      failures: z.array(failureSchema),
    }),
    organisations: z
      .array(
        z.object({
          org: z.string().describe('The name that it gives itself; anyone can send a report'),
          sender: z.string().describe('The domain from which its mail claims to come; empty if unknown'),
          reports: z.int(),
          last_date: timestamp,
        }),
      )
      .describe('Who has sent reports: the fifty who sent most'),
  })
  .meta({ id: 'DomainReports' });
export type DomainReports = z.input<typeof domainReportsSchema>;
type Source = DomainReports['dmarc']['sources'][number];

/** Describes a source of mail in a sentence, with advice. */
export function adviseOn(
  domain: string,
  { standing, messages, passed }: Pick<Source, 'standing' | 'messages' | 'passed'>,
): string {
  switch (standing) {
    case 'ours':
      if (passed === messages) return '';
      return passed === 0
        ? sentence('domains.own_mail_fails', { domain })
        : sentence('domains.own_mail_fails_partly', { domain });
    case 'forwarded':
      return sentence('domains.forwarded_mail');
    case 'allowed':
      return passed === messages
        ? sentence('domains.service_may_send', { domain })
        : sentence('domains.service_fails_partly', { domain });
    case 'stranger':
      return sentence('domains.service_unknown', { domain });
  }
}

/** Explains a failure of TLS to the person who runs the mail server. */
export function adviseOnTls(domain: string, result: string): string {
  if (/^certificate-|^validation-failure$/.test(result)) return sentence('domains.tls_certificate');
  if (/^sts-/.test(result)) return sentence('domains.tls_policy', { domain });
  if (/^tlsa-|^dane|^dnssec-/.test(result)) return sentence('domains.tls_dane');
  return result === 'starttls-not-supported'
    ? sentence('domains.tls_starttls')
    : sentence('domains.tls_other');
}
