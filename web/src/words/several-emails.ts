// Actions on several emails at once.
import { counted, number } from './counted.ts';

export const several_emails = {
  acts: {
    duplicate: {
      name: 'Duplicate',
      title: (count: number) => `Duplicate ${counted(count, 'email')}?`,
      will: 'Each becomes a new draft with the same text and audience.',
      act: (count: number) => `Duplicate ${number(count)}`,
      done: (count: number) => `${counted(count, 'draft')} made.`,
    },
    draft: {
      name: 'Back to draft',
      title: (count: number) =>
        `Turn ${counted(count, 'email')} back into ${count === 1 ? 'a draft' : 'drafts'}?`,
      will: 'Nothing is sent until you schedule or send again.',
      act: (count: number) => `Back to draft (${number(count)})`,
      done: (count: number) => `${counted(count, 'email is a draft', 'emails are drafts')} again.`,
    },
    pause: {
      name: 'Pause',
      title: (count: number) => `Pause ${counted(count, 'email')}?`,
      will: 'Sending stops within two seconds, and continues when you resume it.',
      act: (count: number) => `Pause ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} paused.`,
    },
    resume: {
      name: 'Resume',
      title: (count: number) => `Resume ${counted(count, 'email')}?`,
      will: 'Sending continues with those who have not received it yet.',
      act: (count: number) => `Resume ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} resumed.`,
    },
    hide: {
      name: 'Hide from the web',
      title: (count: number) => `Hide ${counted(count, 'email')} from the web?`,
      will: 'Your public page, its feed and the sitemap no longer show them. Subscribers keep their copies.',
      act: (count: number) => `Hide ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} hidden from the web.`,
    },
    show: {
      name: 'Show on the web',
      title: (count: number) => `Show ${counted(count, 'email')} on the web?`,
      will: 'Your public page shows an email once it is sent.',
      act: (count: number) => `Show ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} shown on the web.`,
    },
    delete: {
      name: 'Delete …',
      title: (count: number) => `Delete ${counted(count, 'email')}?`,
      will: 'Nothing more is sent, and texts and public pages are deleted. Subscribers keep the copies that they got. This cannot be undone.',
      act: (count: number) => `Delete ${number(count)}`,
      done: (count: number) => `${counted(count, 'email')} deleted.`,
    },
  },
  stays: (count: number) =>
    `${counted(count, 'email')} ${count === 1 ? 'stays as it is' : 'stay as they are'}`,
  more_of_them: (count: number) => `and ${number(count)} more`,
  why: {
    in_flight: 'It is being sent.',
    not_in_flight: 'It is not being sent.',
    not_waiting: 'It is not scheduled.',
    hidden: 'It is not on the web.',
    shown: 'It is on the web already.',
    never_shown: 'Its audience keeps it off the web.',
    not_yours: 'Only an owner or editor may delete it.',
  },
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  failed: (count: number) => `${counted(count, 'email')} could not be changed`,
} as const;
