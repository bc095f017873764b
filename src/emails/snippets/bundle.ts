import { date, freeText, id, tablePart } from '../../platform/bundle/columns.ts';
import { snippetFields } from './snippet.ts';

/** The snippets, oldest first. */
export const snippetsPart = tablePart({
  name: 'snippets',
  columns: {
    id,
    identifier: { line: snippetFields.identifier, type: 'text' },
    name: freeText,
    content: freeText,
    mode: { line: snippetFields.mode, type: 'snippet_mode' },
    creation_date: date,
    modification_date: date,
  },
});
