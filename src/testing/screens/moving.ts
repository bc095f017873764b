import { exportExample } from '../../moving/exports/export.ts';
import { listed } from '../feed-answers.ts';
import { checkedImport, endedImport, runningImport } from '../import-example.ts';
import { answers, inTurn, none, type Screen, settings, shows, visit } from './acts.ts';

/** Returns the screens of imports and exports. */
export function movingScreens(): Record<string, Screen> {
  return {
    'an import to begin': {
      ready: inTurn(answers('**/v1/imports?**', none), visit('newsletter/imports'), page =>
        page.getByText('Nothing has been imported yet').waitFor(),
      ),
    },
    'past imports': {
      ready: inTurn(
        answers('**/v1/imports?**', listed(endedImport, { ...checkedImport, id: '2' })),
        visit('newsletter/imports'),
        page => page.getByText('Checked, not imported').waitFor(),
      ),
    },
    ...Object.fromEntries(
      Object.entries({
        'an import checked': checkedImport,
        'an import without addresses': {
          ...checkedImport,
          status: 'failed',
          status_reason:
            'no column has email addresses. Say in columns which one is email_address; the columns are "Name", "City".',
          report: { ...checkedImport.report, counts: {}, reasons: [], sample: [] },
        },
        'an import running': runningImport,
        'an import done': endedImport,
      }).map(([name, json]): [string, Screen] => [
        name,
        {
          ready: inTurn(
            answers('**/v1/imports/1', json),
            visit('newsletter/imports/1'),
            shows('readers.csv'),
          ),
        },
      ]),
    ),
    exports: {
      ready: inTurn(
        answers('**/v1/exports?**', listed(exportExample, { ...exportExample, id: '2', ...beingWritten })),
        visit(`${settings}/exports`),
        page => page.getByText('Being written').waitFor(),
      ),
    },
  };
}

const beingWritten = { status: 'in_progress', done_count: 4000, url: null, size: null, expiry_date: null };
