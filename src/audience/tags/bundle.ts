import { date, flag, id, tablePart } from '../../platform/bundle/columns.ts';
import { line, text } from '../../platform/http/fields.ts';
import { normalName } from './tag.ts';

/** The tags, oldest first. */
export const tagsPart = tablePart({
  name: 'tags',
  columns: {
    id,
    name: { line: line(1000), type: 'text' },
    normal_name: { type: 'text' },
    color: { line: line(100), type: 'text' },
    description: { line: text(10_000), type: 'text' },
    subscriber_editable: flag,
    public_description: { line: text(10_000), type: 'text' },
    creation_date: date,
    modification_date: date,
  },
  add: line => ({ ...line, normal_name: normalName(line.name) }),
});
