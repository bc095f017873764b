import { inProgram } from '../../src/platform/root.ts';
import { type Compared, compare, type Names, type OpenApi, type Part, readNames } from './compare.ts';
import { nameReasons, operationReasons, reasonFor } from './reasons.ts';

export const compatibilityFile = inProgram('docs/compatibility.md');

/** Returns the text of docs/compatibility.md. Throws for a difference without a reason. */
export function describeCompatibility(openapi: string): string {
  const names = readNames();
  const compared = compare(names, JSON.parse(openapi) as OpenApi);
  return `${[introduction(names, compared), operations(compared), ...details(compared)].join('\n\n')}\n`;
}

function introduction({ version }: Names, compared: Compared[]): string {
  const here = compared.filter(({ parts }) => parts);
  return `# Compatibility with Buttondown's API

Postrider implements a part of Buttondown's API, and programs that use only that part work unchanged. This page compares version
${version} of that API with Postrider: ${here.length} of its ${compared.length} operations are available. Postrider also has operations and fields of
its own: see [api.md](api.md). \`npm run generate\` writes this page from the OpenAPI document, so it is never out of date.

An unsupported field is ignored in a request and missing from a response. An unsupported filter is refused, and so is a field
that would change who gets mail or who pays.`;
}

function operations(compared: Compared[]): string {
  const rows = compared.map(({ operation, parts }) => {
    if (!parts) return row(`\`${operation}\``, 'no', reasonFor(operationReasons, operation));
    const differing = parts.filter(({ absent }) => absent.length > 0).map(({ name }) => name);
    return row(`\`${operation}\``, 'yes', differing.length > 0 ? `differs in ${differing.join(', ')}` : '');
  });
  return ['## Operations', '', row('operation', 'here', ''), '|---|---|---|', ...rows].join('\n');
}

function* details(compared: Compared[]): Generator<string> {
  const told = new Set<string>();
  yield '## Parameters, fields and values';
  for (const { operation, parts } of compared) {
    for (const part of parts ?? []) {
      const place = placeOf(operation, part);
      if (told.has(place) || (part.name === 'answers' && part.absent.length === 0)) continue;
      told.add(place);
      yield detail(place, part);
    }
  }
}

/** Returns the place of a difference. Those of schemas are listed once; all others belong to an operation. */
function placeOf(operation: string, { name }: Part): string {
  return ['parameters', 'headers', 'answers'].includes(name) ? `${operation} ${name}` : name;
}

function detail(place: string, { same, absent }: Part): string {
  const lines = [`### ${place}`, ''];
  if (same.length > 0) lines.push(`Here: ${same.map(name => `\`${name}\``).join(', ')}.`);
  if (absent.length > 0) {
    if (same.length > 0) lines.push('');
    lines.push(row('not here', 'why'), '|---|---|');
    for (const [reason, names] of Map.groupBy(absent, name => reasonFor(nameReasons, place, name)))
      lines.push(row(names.map(name => `\`${name}\``).join(', '), reason));
  }
  return lines.join('\n');
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
