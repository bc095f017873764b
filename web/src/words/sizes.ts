/** Returns a size that the service has written, such as "25.3 MB" or "512 bytes", in this language; undefined for anything else. */
export function sizeIn(language: string, written: unknown): string | undefined {
  const [, digits, unit] = /^(\d[\d,]*(?:\.\d+)?) (bytes|kB|MB|GB|KiB|MiB|GiB)$/.exec(String(written)) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  const name = { bytes: 'byte', kB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte' }[unit];
  // Intl does not know the units of 1024 bytes. In French a byte is an octet.
  if (!name) return `${value.toLocaleString(language)} ${language === 'fr' ? unit.replace('B', 'o') : unit}`;
  const unitDisplay = name === 'byte' ? 'long' : 'short';
  return value.toLocaleString(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 });
}
