import type { Config } from '../platform/config.ts';

/** Header fields of a copy, from what its Message-ID begins with: `<email id>.<subscriber id>`. */
export type ProviderHeaders = Readonly<Record<string, (copy: { message_id: string }) => string>>;

/** Where a service puts our name of the delivery into its reports. */
export const deliveryField = 'delivery';

/**
 * The fields by which a mail service whose webhook is set up names a copy in its reports, since it gives mail a Message-ID
 * of its own. It takes them out before it sends the mail on.
 */
export function providerHeaders(
  config: Pick<Config, 'POSTMARK_WEBHOOK_SECRET' | 'SENDGRID_PUBLIC_KEY'>,
): ProviderHeaders {
  return {
    ...(config.POSTMARK_WEBHOOK_SECRET && {
      [`X-PM-Metadata-${deliveryField}`]: ({ message_id }) => message_id,
    }),
    ...(config.SENDGRID_PUBLIC_KEY && {
      'X-SMTPAPI': ({ message_id }) => JSON.stringify({ unique_args: { [deliveryField]: message_id } }),
    }),
  };
}
