// The effects of the keys. The first screen does not load these words.
import { formats, tableTools } from './editor.ts';

export const shortcuts = {
  title: 'Keyboard shortcuts',
  and_then: 'then',
  or: 'or',
  groups: {
    everywhere: {
      title: 'Everywhere',
      names: {
        palette: 'Search or run a command',
        home: 'Go to Home',
        emails: 'Go to emails',
        feeds: 'Go to feeds',
        subscribers: 'Go to subscribers',
        settings: 'Go to settings',
        write: 'Write a new email',
        switch: 'Switch newsletter',
        numbered: 'Switch to a newsletter by its number',
        help: 'Show these shortcuts',
      },
    },
    lists: {
      title: 'In lists',
      names: {
        next: 'Next row',
        previous: 'Previous row',
        choose: 'Select an email',
        find: 'Search the list',
      },
    },
    calendar: {
      title: 'In the calendar',
      names: {
        day_earlier: 'Move an email to the day before',
        day_later: 'Move an email to the day after',
        week_earlier: 'Move an email to the week before',
        week_later: 'Move an email to the week after',
      },
    },
    writing: {
      title: 'While you write',
      names: {
        review: 'Review and send',
        insert: 'Insert something',
        line_break: 'Break the line within a paragraph',
        deeper: 'Indent an item of a list',
        less_deep: 'Outdent an item of a list',
        leave: 'Leave the text',
        complete: 'Suggest what can be filled in here',
        find: 'Find and replace',
        next_match: 'Next match',
        previous_match: 'Previous match',
        finding: 'Next warning',
        tidy: 'Tidy up: align tables, number footnotes',
        next_cell: 'Next cell of a table',
        previous_cell: 'Previous cell of a table',
        undo: 'Undo',
        redo: 'Redo',
        selection_back: 'Go back to the previous selection',
        line_up: 'Move the line up',
        line_down: 'Move the line down',
        copy_up: 'Duplicate the line above',
        copy_down: 'Duplicate the line below',
        delete_line: 'Delete the line',
        indent: 'Indent',
        outdent: 'Outdent',
      },
    },
    tables: {
      title: 'In a table',
      names: {
        row_up: tableTools.row_up,
        row_down: tableTools.row_down,
        column_left: tableTools.column_left,
        column_right: tableTools.column_right,
        delete_row: tableTools.delete_row,
      },
    },
    moving: {
      title: 'Pictures, cards and tables',
      names: {
        block_up: 'Move the picture or the card up',
        block_down: 'Move the picture or the card down',
        table_up: 'Move the table up',
        table_down: 'Move the table down',
      },
    },
    formatting: {
      title: 'Formatting',
      names: {
        ...formats,
        link: 'Link what is selected',
        tools: 'Go to the formatting tools',
      },
    },
    review: { title: 'In the review', names: { test: 'Send a test to me' } },
  },
} as const;
