import type { Config } from '../platform/config/config.ts';

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
 * The header fields by which a mail service with a configured webhook identifies a copy in its reports, as it replaces the
 * Message-ID. It removes them before it forwards the mail.
 */
export function providerFields(
  config: Pick<Config, 'POSTMARK_WEBHOOK_SECRET' | 'SENDGRID_PUBLIC_KEY'>,
): string[] {
  return [
    ...(config.POSTMARK_WEBHOOK_SECRET ? [postmarkField] : []),
    ...(config.SENDGRID_PUBLIC_KEY ? [sendgridField] : []),
  ];
}

/** These fields with the functions that make their values. */
export function providerHeaders(fields: readonly string[]): ProviderHeaders {
  return Object.fromEntries(fields.flatMap(name => (headers[name] ? [[name, headers[name]] as const] : [])));
}
