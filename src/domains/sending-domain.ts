import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import { sentencesSchema } from '../platform/sentences/schema.ts';
import type { SenderCheck } from './sender-check.ts';

export const sendingDomainSchema = z
  .object({
    id: z.string().describe('The id of the newsletter'),
    domain: z.string(),
    status: z
      .enum(['invalid', 'valid'])
      .describe('valid: DNS has every record that is needed, and mail is signed'),
    warnings: z.array(z.string()).describe('What is wrong, and what to do'),
    warnings_sentences: sentencesSchema,
    requirements: z.array(
      z.object({
        record_type: z.string(),
        name: z.string(),
        is_valid: z.boolean(),
        required_value: z.string(),
        current_values: z.array(z.string()).describe('What DNS shows'),
        context: z.literal('manual').describe('Somebody has to publish it'),
      }),
    ),
    existing_mail_provider: z.null().describe('Always null'),
    detected_dns_provider: z.null().describe('Always null'),
    checked_date: timestamp,
    is_checking: z.boolean().describe('Always false, because the response waits for the check'),
  })
  .meta({ id: 'SendingDomain' });

/** Shows a check of the sender in the form that Buttondown gives it. */
export function showSendingDomain(
  { id }: { id: string },
  { domain, records: all, notes, checked_date }: SenderCheck,
): z.input<typeof sendingDomainSchema> {
  const records = all.filter(({ is_optional }) => !is_optional);
  const isSigned = records.some(({ purpose }) => purpose === 'DKIM');
  const faulty = records.filter(({ state }) => state !== 'found');
  return {
    id,
    domain,
    status: isSigned && faulty.length === 0 ? 'valid' : 'invalid',
    warnings: [
      ...faulty.map(({ purpose, detail }) => `${purpose}: ${detail}`),
      ...(isSigned ? [] : notes.slice(0, 1)),
    ],
    requirements: records.map(({ type, name, value, state, found }) => ({
      record_type: type,
      name,
      is_valid: state === 'found',
      required_value: value,
      current_values: found,
      context: 'manual',
    })),
    existing_mail_provider: null,
    detected_dns_provider: null,
    checked_date,
    is_checking: false,
  };
}
