/** The fields of a request as Stripe takes them: texts, and groups of fields. */
export type Fields = { [name: string]: string | Fields };

/** Reads `items[0][price]=p` as { items: { 0: { price: 'p' } } }. */
export function readFields(form: URLSearchParams): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter(part => part !== '');
    let inner = fields;
    for (const part of path.slice(0, -1)) {
      const next = inner[part];
      const group: Fields = typeof next === 'object' ? next : Object.create(null);
      inner[part] = group;
      inner = group;
    }
    inner[path.at(-1)!] = value;
  }
  return fields;
}

export function text(field: string | Fields | undefined): string | undefined {
  return typeof field === 'string' ? field : undefined;
}

export function number(field: string | Fields | undefined): number | undefined {
  return typeof field === 'string' && field !== '' ? Number(field) : undefined;
}

export function flag(field: string | Fields | undefined): boolean {
  return field === 'true';
}

export function group(field: string | Fields | undefined): Fields {
  return typeof field === 'object' ? field : {};
}
