// Every text of the interface, so that it can be translated.
import { number } from './words/counted.ts';
import * as emails from './words/emails.ts';
import * as entry from './words/entry.ts';
import * as frame from './words/frame.ts';
import * as people from './words/people.ts';
import * as readers from './words/readers.ts';
import * as settings from './words/settings.ts';
import * as writing from './words/writing.ts';

export const words = {
  number,
  ...frame,
  ...emails,
  ...people,
  ...entry,
  ...readers,
  ...settings,
  ...writing,
};
