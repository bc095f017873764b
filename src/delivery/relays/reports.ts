import { canProve, type MailService } from '../../platform/config/config.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { RelayRow } from './queries.ts';

/** Returns the address to which the mail service of the relay sends reports; '' if the relay has no service. */
export function reportUrl(base_url: string, { id, report_service }: Pick<RelayRow, 'id' | 'report_service'>) {
  return report_service === null ? '' : `${base_url}/feedback/${report_service}/${id}`;
}

/** Says why the service and the secret that proves its reports do not fit together; undefined if they do. */
export function reportFault(service: MailService | null, secret: string): string | undefined {
  if (service === null) return secret === '' ? undefined : sentence('input.relay_report_service');
  if (service === 'ses') return secret === '' ? undefined : sentence('input.relay_report_topic');
  if (canProve(service, secret)) return undefined;
  if (service === 'sendgrid') return sentence('input.relay_report_sendgrid');
  if (service === 'resend') return sentence('input.relay_report_resend');
  return sentence('input.relay_report_secret');
}

/** Returns the secret that proves reports of the relay's service; undefined if there is none or it cannot be decrypted. */
export function openReportSecret(
  vault: Vault,
  { id, report_secret }: Pick<RelayRow, 'id' | 'report_secret'>,
): string | undefined {
  if (report_secret === '' || !vault.canOpen(report_secret)) return undefined;
  return vault.open('relays.report_secret', id, report_secret);
}
