import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Survey } from '../../../../src/client/schema.ts';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen, useOpening } from '../../accounts/things-screen.tsx';
import { Confirmation, Dialog } from '../../ui/dialog.tsx';
import { surveys as said } from '../../words/surveys.ts';
import { surveysQuery } from './queries.ts';
import { SurveyForm } from './survey-form.tsx';

const AllResults = lazy(() => import('./results.tsx').then(file => ({ default: file.AllResults })));

/** Lists the surveys with their results, and lets people create, change, close and delete them. */
export function SurveysScreen() {
  const here = useHere();
  const mayChange = usePermission('emails', 'write');
  const mayDelete = usePermission('subscribers', 'write') && mayChange;
  const query = useQuery(surveysQuery(here));
  const refresh = () => void readAgain(here);
  const move = useOpening<Survey>(
    said,
    (id, body) => here.api.patch('/v1/surveys/{id}', { params: { id }, body }),
    refresh,
  );
  return (
    <ThingsScreen
      title={said.title}
      said={said}
      query={{ ...query, data: query.data?.map(survey => ({ ...survey, name: survey.question })) }}
      lines={4}
      refresh={refresh}
      make={mayChange && (ends => <SurveyForm {...ends} />)}
      noteOf={survey => (
        <>
          <code>{`{{ survey.${survey.identifier} }}`}</code> ·{' '}
          {said.note(survey.response_count, survey.status === 'inactive')}
        </>
      )}
      acts={(survey, ends) => {
        const all = { survey, ...ends };
        const seen = {
          label: said.results,
          dialog: <ResultsDialog survey={survey} onClose={ends.onClose} />,
        };
        if (!mayChange) return [seen];
        return [
          seen,
          { label: said.edit, dialog: <SurveyForm {...all} /> },
          {
            label: survey.status === 'active' ? said.close : said.open,
            run: () => move.mutate(survey),
          },
          ...(mayDelete ? [{ label: said.remove, danger: true, dialog: <DeleteSurvey {...all} /> }] : []),
        ];
      }}
    />
  );
}

function ResultsDialog({ survey, onClose }: { survey: Survey; onClose: () => void }) {
  return (
    <Dialog kind="wide" title={survey.question} onClose={onClose}>
      <Suspense>
        <AllResults survey={survey} />
      </Suspense>
    </Dialog>
  );
}

type Deleting = { survey: Survey; onDone: () => void; onClose: () => void };

function DeleteSurvey({ survey, onDone, onClose }: Deleting) {
  const here = useHere();
  return (
    <Confirmation
      title={said.delete_title(survey.question)}
      act={said.delete_act}
      run={() => here.api.delete('/v1/surveys/{id}', { params: { id: survey.id } })}
      done={said.deleted}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail(survey.response_count)}
    </Confirmation>
  );
}
