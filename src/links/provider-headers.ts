import { feedbackSettings, type MailService, mailServices } from '../platform/config/config.ts';

/** The header fields of a copy. Each is made from the beginning of the copy's Message-ID: `<email id>.<subscriber id>`. */
export type ProviderHeaders = Readonly<Record<string, (copy: { message_id: string }) => string>>;

/** The name under which a service reports our name for the delivery. */
export const deliveryField = 'delivery';

/** The header field for Resend, which reports all header fields and leaves them in the mail. */
export const resendField = 'X-Postrider-Delivery';

type Provider = { service: MailService; field: string; value: ProviderHeaders[string] };

/** The Message-ID without its proof: services sign their reports, and Postmark takes only 80 characters. */
const plain: Provider['value'] = ({ message_id }) => message_id.split('.', 2).join('.');
const inJson =
  (place: string): Provider['value'] =>
  copy =>
    JSON.stringify({ [place]: { [deliveryField]: plain(copy) } });

const providers = [
  { service: 'postmark', field: `X-PM-Metadata-${deliveryField}`, value: plain },
  { service: 'sendgrid', field: 'X-SMTPAPI', value: inJson('unique_args') },
  { service: 'brevo', field: 'X-Mailin-custom', value: plain },
  { service: 'resend', field: resendField, value: plain },
  { service: 'mailjet', field: 'X-MJ-CustomID', value: plain },
  { service: 'sparkpost', field: 'X-MSYS-API', value: inJson('metadata') },
] as const satisfies Provider[];

/** Lists the mail services that report to the whole installation. */
export function servicesOf(config: Partial<Record<(typeof feedbackSettings)[MailService], unknown>>) {
  return mailServices.filter(service => config[feedbackSettings[service]] !== undefined);
}

/**
 * Returns the header fields by which these mail services identify a copy in their reports, because they replace the Message-ID. All but
 * Resend remove these fields before they forward the mail.
 */
export function providerFields(services: readonly string[]): string[] {
  return providers.flatMap(({ service, field }) => (services.includes(service) ? [field] : []));
}

/** Returns these fields with the functions that make their values. */
export function providerHeaders(fields: readonly string[]): ProviderHeaders {
  const wanted = providers.filter(({ field }) => fields.includes(field));
  return Object.fromEntries(wanted.map(({ field, value }) => [field, value] as const));
}
