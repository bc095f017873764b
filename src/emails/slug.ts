const longest = 100;

/** The subject as a slug: Latin letters without accents, digits and hyphens, at most 100 characters. */
export function slugOf(subject: string): string {
  const plain = subject
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\{[{%].*?[}%]\}/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return plain || 'email';
}

/** `base`, or else `base-2`, `base-3` …: the first that is not in `taken`. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const slug = numberedSlug(base, number);
    if (!taken.has(slug)) return slug;
  }
}

/** `base`, `base-2`, `base-3` …: the slug with this number. */
export function numberedSlug(base: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`;
  return `${base.slice(0, longest - suffix.length)}${suffix}`;
}
