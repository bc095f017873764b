type Fields = Readonly<Record<string, { column: string }>>;

type JsonField<Table extends Fields> = {
  [Name in keyof Table]: Table[Name] extends { column: 'jsonb' } ? Name : never;
}[keyof Table];

/** Returns values of these fields, and others, as columns: JSON is written as text. */
export function asColumns<Table extends Fields, Values extends object>(
  fields: Table,
  values: Values,
): {
  [Name in keyof Values]: Name extends JsonField<Table>
    ? string | Extract<Values[Name], null | undefined>
    : Values[Name];
} {
  const columns = Object.entries(values).map(([name, value]) => {
    const isJson = fields[name]?.column === 'jsonb';
    return [name, isJson && value ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns);
}
