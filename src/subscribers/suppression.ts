import { createHmac } from 'node:crypto';

/** What is kept of a deleted person's address: enough to know it again, useless without the installation's secret. */
export function hashAddress(secret: Buffer, newsletter_id: string, normal_address: string): Buffer {
  return createHmac('sha256', secret).update(`suppression ${newsletter_id} ${normal_address}`).digest();
}
