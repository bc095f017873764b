/** Writes an amount in the smallest unit of its currency in the way of this language, such as €5 or 1.200 ¥. */
export function amountOf(language: string, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
