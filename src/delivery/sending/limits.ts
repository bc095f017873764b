/** A limit for each receiving domain, in lower case; `*` is every other, each on its own. */
export type DomainLimits = ReadonlyMap<string, number>;

/** The limit of the domain; Infinity where none is set. */
export function limitOf(limits: DomainLimits, domain: string): number {
  return limits.get(domain) ?? limits.get('*') ?? Number.POSITIVE_INFINITY;
}
