import type { Config } from '../platform/config/config.ts';

/** Header fields of a copy, from the beginning of its Message-ID: `<email id>.<subscriber id>`. */
export type ProviderHeaders = Readonly<Record<string, (copy: { message_id: string }) => string>>;

/** Where a service puts our name for the delivery in its reports. */
export const deliveryField = 'delivery';

/** Resend reports all header fields, and leaves them in the mail. */
export const resendField = 'X-Postrider-Delivery';

type Provider = { setting: keyof Config; field: string; value: ProviderHeaders[string] };

const plain: Provider['value'] = ({ message_id }) => message_id;
const inJson =
  (place: string): Provider['value'] =>
  ({ message_id }) =>
    JSON.stringify({ [place]: { [deliveryField]: message_id } });

const providers = [
  { setting: 'POSTMARK_WEBHOOK_SECRET', field: `X-PM-Metadata-${deliveryField}`, value: plain },
  { setting: 'SENDGRID_PUBLIC_KEY', field: 'X-SMTPAPI', value: inJson('unique_args') },
  { setting: 'BREVO_WEBHOOK_SECRET', field: 'X-Mailin-custom', value: plain },
  { setting: 'RESEND_SIGNING_SECRET', field: resendField, value: plain },
  { setting: 'MAILJET_WEBHOOK_SECRET', field: 'X-MJ-CustomID', value: plain },
  { setting: 'SPARKPOST_WEBHOOK_SECRET', field: 'X-MSYS-API', value: inJson('metadata') },
] as const satisfies Provider[];

/**
 * The header fields by which a mail service with a configured webhook identifies a copy in its reports, as it replaces the
 * Message-ID. All but Resend remove them before they forward the mail.
 */
export function providerFields(
  config: Partial<Pick<Config, (typeof providers)[number]['setting']>>,
): string[] {
  return providers.flatMap(({ setting, field }) => (config[setting] === undefined ? [] : [field]));
}

/** These fields with the functions that make their values. */
export function providerHeaders(fields: readonly string[]): ProviderHeaders {
  const wanted = providers.filter(({ field }) => fields.includes(field));
  return Object.fromEntries(wanted.map(({ field, value }) => [field, value] as const));
}
