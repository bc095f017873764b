import { words } from '../words.ts';

const names: Readonly<Record<string, string>> = {
  ...words.field_names,
  ...words.conflict.fields,
  ...words.settings.fields,
};

/** The name of a field of the API that somebody has changed. Metadata and what a newer service may know have no other name. */
export function fieldName(field: string): string {
  return names[field] ?? field.replace(/^metadata\./, '').replaceAll('_', ' ');
}
