import { words } from '../words.ts';

const names: Readonly<Record<string, string>> = {
  ...words.field_names,
  ...words.conflict.fields,
  ...words.settings.fields,
};

/** Returns the name of a changed field of the API. Metadata and fields of a newer service are called by their keys. */
export function fieldName(field: string): string {
  return names[field] ?? field.replace(/^metadata\./, '').replaceAll('_', ' ');
}
