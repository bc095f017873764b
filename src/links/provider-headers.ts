import type { Config } from '../platform/config.ts';

/** Header fields of a copy, from the beginning of its Message-ID: `<email id>.<subscriber id>`. */
export type ProviderHeaders = Readonly<Record<string, (copy: { message_id: string }) => string>>;

/** Where a service puts our name for the delivery in its reports. */
export const deliveryField = 'delivery';

const postmarkField = `X-PM-Metadata-${deliveryField}`;
const sendgridField = 'X-SMTPAPI';

const headers: ProviderHeaders = {
  [postmarkField]: ({ message_id }) => message_id,
  [sendgridField]: ({ message_id }) => JSON.stringify({ unique_args: { [deliveryField]: message_id } }),
};

/**
 * The names of the fields by which a mail service whose webhook is set up names a copy in its reports, since it gives mail
 * a Message-ID of its own. It takes them out before it sends the mail on.
 */
export function providerFields(
  config: Pick<Config, 'POSTMARK_WEBHOOK_SECRET' | 'SENDGRID_PUBLIC_KEY'>,
): string[] {
  return [
    ...(config.POSTMARK_WEBHOOK_SECRET ? [postmarkField] : []),
    ...(config.SENDGRID_PUBLIC_KEY ? [sendgridField] : []),
  ];
}

/** These fields with what makes their values. */
export function providerHeaders(fields: readonly string[]): ProviderHeaders {
  return Object.fromEntries(fields.flatMap(name => (headers[name] ? [[name, headers[name]] as const] : [])));
}
