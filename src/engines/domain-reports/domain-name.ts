import { domainOf, parseMailAddress } from '../../platform/mail/address.ts';

const plain = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{1,62}$/;

/** Returns a domain in ASCII and lower case, without the final dot; '' if the text is not a domain. */
export function readDomain(value: unknown): string {
  const text = typeof value === 'string' ? value.trim().toLowerCase().replace(/\.$/, '') : '';
  if (text.length > 253) return '';
  if (plain.test(text)) return text;
  const domain = domainOf(parseMailAddress(`a@${text}`) ?? '');
  return plain.test(domain) ? domain : '';
}
