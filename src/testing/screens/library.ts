import { listed } from '../feed-answers.ts';
import { answers, inTurn, none, opens, press, type Screen, settings, visit } from './acts.ts';

/** Returns the screens of tags, snippets and files. */
export function libraryScreens(): Record<string, Screen> {
  return {
    tags: { path: `${settings}/tags`, ready: page => page.getByText('0 people').first().waitFor() },
    'a new tag': { path: `${settings}/tags?make=true`, ready: opens('New tag') },
    'a tag that is used': {
      path: `${settings}/tags`,
      ready: inTurn(
        answers('**/v1/tags/*/uses', usedBy),
        press('More about “wading birds”'),
        page => page.getByRole('menuitem', { name: 'Delete …' }).click(),
        page => page.getByText('cannot be deleted while').waitFor(),
        page => page.getByText('Tide log').waitFor(),
      ),
    },
    'a tag to merge': {
      ready: inTurn(
        answers('**/v1/tags?**', listed(tagNamed('wading birds'), tagNamed('seals'))),
        visit(`${settings}/tags`),
        press('More about “seals”'),
        page => page.getByRole('menuitem', { name: 'Merge …' }).click(),
        opens(/^Merge/),
      ),
    },
    ...segmentScreens(settings),
    snippets: {
      ready: inTurn(answers('**/v1/snippets?**', listed(snippet)), visit(`${settings}/snippets`), page =>
        page.getByText('used in 3 places').waitFor(),
      ),
    },
    'no snippets yet': {
      ready: inTurn(answers('**/v1/snippets?**', none), visit(`${settings}/snippets`), page =>
        page.getByText('No snippets yet').waitFor(),
      ),
    },
    'a new snippet': {
      path: `${settings}/snippets?make=true`,
      ready: page => page.locator('.cm-content[aria-autocomplete]').waitFor(),
    },
    ...surveyScreens(settings),
    ...commentScreens(settings),
    templates: {
      ready: inTurn(answers('**/v1/templates?**', listed(template)), visit(`${settings}/templates`), page =>
        page.getByText(/Low Water \{\{ email.secondary_id \}\}/).waitFor(),
      ),
    },
    'no templates yet': {
      path: `${settings}/templates`,
      ready: page => page.getByText('No templates yet').waitFor(),
    },
    'a new template': {
      path: `${settings}/templates?make=true`,
      ready: page => page.locator('.cm-content[aria-autocomplete]').waitFor(),
    },
    files: {
      ready: inTurn(
        answers('**/v1/files?**', { ...listed(...storedFiles), size: 910_220 }),
        visit(`${settings}/files`),
        page => page.getByText('tables.pdf').waitFor(),
      ),
    },
    'no files yet': { path: `${settings}/files`, ready: page => page.getByText('No files yet').waitFor() },
  };
}

function segmentScreens(settings: string): Record<string, Screen> {
  return {
    segments: {
      ready: inTurn(
        answers('**/v1/tags?**', listed(tagNamed('wading birds'))),
        answers('**/v1/segments?**', listed(segmentNamed('Waders'), segmentNamed('Early'))),
        visit(`${settings}/segments`),
        page =>
          page
            .getByText(/wading birds/)
            .first()
            .waitFor(),
      ),
    },
    'a segment that is used': {
      ready: inTurn(
        answers('**/v1/segments?**', listed(segmentNamed('Waders'))),
        answers('**/v1/segments/*/uses', usedBy),
        visit(`${settings}/segments`),
        press('More about “Waders”'),
        page => page.getByRole('menuitem', { name: 'Delete …' }).click(),
        page => page.getByText('cannot be deleted while').waitFor(),
      ),
    },
    'a segment renamed': {
      ready: inTurn(
        answers('**/v1/segments?**', listed(segmentNamed('Waders'))),
        visit(`${settings}/segments`),
        press('More about “Waders”'),
        page => page.getByRole('menuitem', { name: 'Rename …' }).click(),
        opens(/^Rename/),
      ),
    },
    'no segments yet': {
      ready: inTurn(answers('**/v1/segments?**', none), visit(`${settings}/segments`), page =>
        page.getByText('No segments yet').waitFor(),
      ),
    },
  };
}

/** Returns the screens of readers' comments and replies. */
function commentScreens(settings: string): Record<string, Screen> {
  return {
    ...replyScreens(settings),
    comments: {
      ready: inTurn(answers('**/v1/comments?**', listed(comment)), visit(`${settings}/comments`), page =>
        page.getByText('It is this reader’s first comment.').waitFor(),
      ),
    },
    'no comments yet': {
      path: `${settings}/comments`,
      ready: page => page.getByText('No comments are waiting').waitFor(),
    },
    'a reply to a comment': {
      ready: inTurn(
        answers('**/v1/comments?**', listed({ ...comment, status: 'active' })),
        visit(`${settings}/comments?status=active`),
        page => page.getByRole('button', { name: 'Reply …' }).click(),
        page => page.getByLabel('Your reply', { exact: true }).waitFor(),
      ),
    },
  };
}

/** Returns the screens of readers' replies, an answer, and the conversation with one address. */
function replyScreens(settings: string): Record<string, Screen> {
  return {
    replies: {
      ready: inTurn(
        answers('**/v1/replies?**', listed(reply, { ...reply, id: 'another', ...fromProgram })),
        visit(`${settings}/replies`),
        page => page.getByText('They seem to want no further mail.').waitFor(),
      ),
    },
    'no replies yet': {
      path: `${settings}/replies`,
      ready: page => page.getByText('No replies are unread').waitFor(),
    },
    'an answer to a reply': {
      ready: inTurn(
        answers('**/v1/replies?**', listed(reply)),
        visit(`${settings}/replies?with=ada@example.org`),
        page => page.getByRole('button', { name: 'Answer …' }).click(),
        page => page.getByLabel('Your answer', { exact: true }).waitFor(),
      ),
    },
  };
}

/** Returns the screens of surveys and their results. */
function surveyScreens(settings: string): Record<string, Screen> {
  return {
    surveys: {
      ready: inTurn(answers('**/v1/surveys?**', listed(survey)), visit(`${settings}/surveys`), page =>
        page.getByText('214 answers').waitFor(),
      ),
    },
    'results of a survey': {
      ready: inTurn(
        answers('**/v1/surveys?**', listed(survey)),
        answers('**/v1/surveys/*/results', surveyResults),
        visit(`${settings}/surveys`),
        page => page.getByRole('button', { name: /^More about/ }).click(),
        page => page.getByRole('menuitem', { name: 'Results' }).click(),
        page => page.getByText('The dunes').waitFor(),
      ),
    },
    'no surveys yet': {
      path: `${settings}/surveys`,
      ready: page => page.getByText('No surveys yet').waitFor(),
    },
    'a new survey': {
      path: `${settings}/surveys?make=true`,
      ready: page => page.getByLabel('Question', { exact: true }).waitFor(),
    },
  };
}

const usedBy = {
  emails: [{ id: 'an-email', subject: 'What the sea leaves on a Tuesday', status: 'scheduled' }],
  email_count: 3,
  automations: [{ id: 'a-feed', name: 'Tide log', kind: 'feed' }],
  segments: [{ id: 'a-segment', name: 'Waders' }],
  snippets: [],
  templates: [],
};
const since = { creation_date: '2026-11-18T08:00:00.000Z', modification_date: '2026-11-18T08:00:00.000Z' };
const tagNamed = (name: string) => ({
  id: name,
  name,
  color: '#4f6d8f',
  description: '',
  public_description: '',
  secondary_id: 1,
  subscriber_editable: name === 'seals',
  ...since,
});
const segmentNamed = (name: string) => ({
  id: `segment ${name}`,
  name,
  description: 'For the spring walks',
  ...since,
  filters: {
    predicate: 'and',
    filters: [
      { field: 'subscriber.tags', operator: 'contains', value: 'wading birds' },
      { field: 'subscriber.creation_date', operator: 'greater_than', value: '30 days ago' },
    ],
    groups: [],
  },
});
const survey = {
  id: 'a-survey',
  identifier: 'next-walk',
  question: 'Where shall we walk next?',
  answers: ['The harbour', 'The dunes'],
  notes: '',
  input_type: 'radio',
  response_cadence: 'once',
  is_freeform_response_enabled: true,
  randomize_answers: false,
  shows_results: true,
  status: 'active',
  response_count: 214,
  ...since,
};
const reply = {
  id: 'a-reply',
  email_id: 'an-email',
  subscriber_id: 'a-person',
  from_address: 'ada@example.org',
  from_name: 'Ada',
  sender: 'other_address',
  is_authentic: true,
  is_automatic: false,
  status: 'unread',
  subject: 'Re: What the sea leaves on a Tuesday',
  text: 'The dunes are best at low water.\nPlease unsubscribe me.',
  quoted: '> When do you go to the dunes?',
  is_cut: true,
  files: [{ name: 'dunes.jpg', content_type: 'image/jpeg' }],
  asks_to_unsubscribe: true,
  answers: [{ id: 'an-answer', text: 'Thank you, Ada.', outcome: 'accepted', ...since }],
  answered_date: null,
  ...since,
  subscriber: { id: 'a-person', email_address: 'ada.l@example.org', type: 'regular' },
  email: { id: 'an-email', subject: 'What the sea leaves on a Tuesday' },
};
const fromProgram = { is_automatic: true, sender: 'stranger', subscriber: null, asks_to_unsubscribe: false };
const comment = {
  id: 'a-comment',
  email_id: 'an-email',
  subscriber_id: 'a-person',
  parent_id: null,
  name: 'Ada',
  text: 'The dunes are best at low water.\nAnd bring boots.',
  status: 'pending',
  reasons: ['first_comment', 'links'],
  ...since,
  subscriber: { id: 'a-person', email_address: 'ada@example.org' },
  email: {
    id: 'an-email',
    subject: 'What the sea leaves on a Tuesday',
    absolute_url: 'https://news.example.org/low-water/archive/what-the-sea-leaves/',
  },
};
const surveyResults = {
  response_count: 214,
  results: [
    { answer: 'The harbour', count: 80 },
    { answer: 'The dunes', count: 134 },
  ],
  text_count: 0,
};
const snippet = {
  id: 'a-snippet',
  name: 'Sign-off',
  identifier: 'sign_off',
  content: 'Until the light comes back',
  mode: 'plaintext',
  reference_count: 3,
  ...since,
};
const template = {
  id: 'a-template',
  name: 'Weekly letter',
  subject: 'Low Water {{ email.secondary_id }}',
  body: '## Seen this week',
  email_type: 'public',
  template: null,
  locale: '',
  archival_mode: 'enabled',
  ...since,
};
const storedFiles = [
  {
    id: '1',
    kind: 'attachment',
    name: 'tables.pdf',
    address: '/files/1',
    size: 726_000,
    use_count: 1,
    ...since,
  },
  {
    id: '2',
    kind: 'image',
    name: 'wreck.jpg',
    address: '/files/2',
    size: 184_220,
    use_count: 0,
    ...since,
  },
];
