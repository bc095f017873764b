import { language } from '../words/page.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  formats.set(currency, format);
  return format;
}

/** Returns how many decimals amounts in the currency have: 2 for usd, none for jpy. */
function decimalsOf(currency: string): number {
  return formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns an amount in the smallest unit of the currency as "$5", "$4.50" or "¥1,200". */
export function amountOf(amount: number, currency: string): string {
  return formatOf(currency).format(amount / 10 ** decimalsOf(currency));
}

/** Returns a typed amount, such as "4.50" or "4,50", in the smallest unit; undefined if it is not an amount. */
export function readAmount(typed: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [, whole, part = ''] = /^(\d{1,8})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return Number(whole + part.padEnd(decimals, '0'));
}

/** Returns the typed currency in lower case if it has three letters; otherwise dollars. */
export function knownCurrency(typed: string): string {
  return /^[a-z]{3}$/i.test(typed.trim()) ? typed.trim().toLowerCase() : 'usd';
}
