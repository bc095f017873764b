// A second try of a sent email, for people who missed it.
import { counted } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');

export const secondTry = {
  open: 'Second try …',
  see: 'See it',
  made: 'This email has had its second try.',
  of: 'See the first one',
  title: 'Try again with those who missed it',
  explain:
    'Makes a draft with the same text for people who got this email and missed it. People who open it before the draft is sent do not get the draft.',
  missed: 'What they missed',
  kinds: { opened: 'They did not open it', clicked: 'They followed no link' },
  reach: (count: number) => (count === 0 ? 'Nobody missed it.' : `It would go to ${people(count)} now.`),
  unknown: (count: number) => `Also ${people(count)} whose program opens everything`,
  unknown_hint:
    'Apple Mail and some others open every email automatically, so nobody knows whether these people read it. Many did.',
  unmeasured:
    'Nobody knows who missed this email, because no opens or clicks were measured. You can turn on tracking in the newsletter’s settings.',
  subject: 'Subject',
  subject_hint: 'Another subject gives it a better chance.',
  make: 'Make the draft',
} as const;
