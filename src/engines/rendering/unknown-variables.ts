import { analyzeSync, type Variable } from 'liquidjs';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Part, withFaultsOf } from './faults.ts';
import { authorEngine } from './liquid.ts';
import { normalize } from './mode.ts';
import { knownNames } from './variables.ts';
import type { Fault } from './whereabouts.ts';

/** The longest source whose variables are checked, because finding their lines takes disproportionately longer. */
const sizeLimit = 200_000;

/**
 * Finds variables of a template that neither a message nor the template itself defines, without duplicates. `written_lines` are the lines
 * at which its lines were written.
 */
export function findUnknownVariables(part: Part, source: string, written_lines?: number[]): Fault[] {
  if (source.length > sizeLimit) return [];
  const { globals } = withFaultsOf(part, () =>
    analyzeSync(authorEngine.parse(normalize(source)), { partials: false }),
  );
  const unknown = Object.values(globals).flat().filter(isUnknown);
  const first = new Map(unknown.toReversed().map(variable => [nameOf(variable), variable]));
  return Array.from(first, ([name, { location }]) => ({
    kind: 'variable_unknown' as const,
    severity: 'warning' as const,
    detail: describe(name, {
      part,
      line: written_lines?.[location.row - 1] ?? location.row,
      column: location.col,
    }),
    at: { part, line: location.row, column: location.col },
  })).reverse();
}

function isUnknown({ segments: [root, field] }: Variable): boolean {
  if (typeof root !== 'string') return true;
  const fields = Object.hasOwn(knownNames, root) ? knownNames[root] : undefined;
  if (fields === undefined) return true;
  return Array.isArray(fields) && typeof field === 'string' && !fields.includes(field);
}

function nameOf({ segments }: Variable): string {
  return segments
    .slice(0, 2)
    .filter(segment => typeof segment === 'string')
    .join('.');
}

function describe(name: string, place: { part: Part; line: number; column: number }): string {
  const fields = knownNames[name.split('.')[0]!];
  return Array.isArray(fields)
    ? sentence('findings.unknown_field', { ...place, name, fields: fields.join(', ') })
    : sentence('findings.unknown_variable', { ...place, name });
}
