import { abTestExample, wavesExample } from '../../emails/examples.ts';
import {
  again,
  answers,
  answersChanged,
  emails,
  type Furnished,
  inTurn,
  isWritten,
  opens,
  press,
  type Screen,
} from './acts.ts';

const ab_test = {
  variants: [
    { subject: 'Eleven purses and a plank' },
    { subject: 'What the tide left', from_name: 'Ada', body: 'Hello again' },
  ],
  share: 20,
  measure: 'opens',
  decide_after: 4,
  if_undecided: 'first',
};

const third = { ...abTestExample.variants[1]!, variant: 3, from_name: 'Ada', has_own_body: true, acted: 12 };
const planned = { ...abTestExample, state: 'planned', uncounted: 412, variants: [], usual_share: null };
const running = { ...abTestExample, variants: [...abTestExample.variants, third] };
const decided = {
  ...running,
  state: 'winner',
  winner: 2,
  variants: running.variants.map((one, at) => ({
    ...one,
    decided_from: { counted: one.counted, acted: one.acted, best: one.best },
    ...(at === 1 && { rest: { ...one, people: 7991, counted: 7991, acted: 236, unsubscriptions: 4 } }),
  })),
};

const underWay = {
  ...wavesExample,
  frozen: true,
  unknown: null,
  waves: wavesExample.waves.map((wave, at) => ({ ...wave, served: [412, 84, 0][at]! })),
};

/** Returns the screens of emails whose audience is in parts: tests, and waves at the reader’s time. */
export function partScreens({ draft, sent }: Furnished): Record<string, Screen> {
  const ofDraft = `newsletter/emails/${draft}`;
  const reviewed = (email: object, waits: string, told: Screen['ready']): Screen => ({
    path: ofDraft,
    ready: inTurn(
      told,
      answersChanged(`**/v1/emails/${draft}`, email),
      again,
      isWritten,
      press('Review'),
      page => page.getByRole('heading', { name: waits }).scrollIntoViewIfNeeded(),
    ),
  });
  const onItsWay = (email: object, waits: string, told: Screen['ready']): Screen => ({
    path: `${emails}/${sent}/sending`,
    ready: inTurn(
      told,
      answersChanged(`**/v1/emails/${sent}`, { status: 'in_flight', ...email }),
      again,
      page => page.getByRole('heading', { name: waits }).scrollIntoViewIfNeeded(),
    ),
  });
  const reader_time = { at: '09:00', if_passed: 'next_day' };
  return {
    'a test in the settings': {
      path: `${ofDraft}?panel=settings`,
      ready: inTurn(answersChanged(`**/v1/emails/${draft}`, { ab_test }), again, page =>
        page.getByText('Subject C', { exact: true }).scrollIntoViewIfNeeded(),
      ),
    },
    'the text of a variant': {
      path: `${ofDraft}?panel=settings`,
      ready: inTurn(
        answersChanged(`**/v1/emails/${draft}`, { ab_test }),
        again,
        press('Edit the text of C'),
        opens('Variant C'),
        page => page.getByText('Hello again').waitFor(),
      ),
    },
    'the review of a test': reviewed({ ab_test }, 'A/B test', answers('**/v1/**/ab-test', planned)),
    'a test under way': onItsWay({ ab_test }, 'A/B test', answers('**/v1/**/ab-test', running)),
    'a test that is decided': onItsWay({ ab_test }, 'A/B test', answers('**/v1/**/ab-test', decided)),
    'the review of waves': reviewed(
      { reader_time },
      'At 09:00 where the reader is',
      answers('**/v1/**/waves**', { ...wavesExample, passed: 139, start_by: '2026-11-23T18:00:00.000Z' }),
    ),
    'waves under way': onItsWay(
      { reader_time },
      'At 09:00 where the reader is',
      answers('**/v1/**/waves**', underWay),
    ),
  };
}
