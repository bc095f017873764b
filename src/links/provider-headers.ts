import { feedbackSettings, type MailService, mailServices } from '../platform/config/config.ts';

/** Header fields of a copy, from the beginning of its Message-ID: `<email id>.<subscriber id>`. */
export type ProviderHeaders = Readonly<Record<string, (copy: { message_id: string }) => string>>;

/** Where a service puts our name for the delivery in its reports. */
export const deliveryField = 'delivery';

/** Resend reports all header fields, and leaves them in the mail. */
export const resendField = 'X-Postrider-Delivery';

type Provider = { service: MailService; field: string; value: ProviderHeaders[string] };

/** Without the proof in a Message-ID: services sign their reports, and Postmark takes 80 characters. */
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
 * The header fields by which these mail services identify a copy in their reports, as they replace the Message-ID. All but Resend
 * remove them before they forward the mail.
 */
export function providerFields(services: readonly string[]): string[] {
  return providers.flatMap(({ service, field }) => (services.includes(service) ? [field] : []));
}

/** These fields with the functions that make their values. */
export function providerHeaders(fields: readonly string[]): ProviderHeaders {
  const wanted = providers.filter(({ field }) => fields.includes(field));
  return Object.fromEntries(wanted.map(({ field, value }) => [field, value] as const));
}
