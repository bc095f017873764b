import { date, id, tablePart } from '../../platform/bundle/columns.ts';
import { line, text } from '../../platform/http/fields.ts';
import { keptFilter } from '../filter/bundle.ts';
import { normalName } from '../tags/tag.ts';

/** The segments, oldest first. */
export const segmentsPart = tablePart({
  name: 'segments',
  columns: {
    id,
    name: { line: line(1000), type: 'text' },
    normal_name: { type: 'text' },
    description: { line: text(10_000), type: 'text' },
    filters: { line: keptFilter, type: 'jsonb' },
    creation_date: date,
    modification_date: date,
  },
  add: line => ({ ...line, normal_name: normalName(line.name) }),
});
