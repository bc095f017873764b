import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Survey } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ThingsScreen } from '../../accounts/things-screen.tsx';
import { must, queryClient } from '../../platform/api.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation, Dialog } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { surveys as said } from '../../words/surveys.ts';
import { words } from '../../words.ts';
import { surveysQuery } from './queries.ts';
import { SurveyForm } from './survey-form.tsx';

const AllResults = lazy(() => import('./results.tsx').then(file => ({ default: file.AllResults })));

/** What emails ask: the results, and making, changing, closing and deleting surveys. */
export function SurveysScreen() {
  const here = useHere();
  const mayChange = usePermission('emails', 'write');
  const mayDelete = usePermission('subscribers', 'write') && mayChange;
  const { make: makes = false } = useSearch({ from: '/$newsletter/frame/settings/surveys' });
  const navigate = useNavigate({ from: '/$newsletter/settings/surveys' });
  const setMakes = (make: boolean) => void navigate({ search: make ? { make } : {} });
  const query = useQuery(surveysQuery(here));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
  const done = (close: () => void) => () => {
    close();
    refresh();
  };
  const move = useMutation({
    mutationFn: ({ id, status }: Survey) =>
      must(() =>
        here.api.patch('/v1/surveys/{id}', {
          params: { id },
          body: { status: status === 'active' ? 'inactive' : 'active' },
        }),
      ),
    onSuccess: ({ status }) => {
      say(status === 'active' ? said.opened : said.closed);
      refresh();
    },
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
  return (
    <>
      <ThingsScreen
        title={said.title}
        said={said}
        query={{ ...query, data: query.data?.map(survey => ({ ...survey, name: survey.question })) }}
        lines={4}
        make={
          mayChange && (
            <Button look="solid" onClick={() => setMakes(true)}>
              {said.make}
            </Button>
          )
        }
        noteOf={survey => (
          <>
            <code>{`{{ survey.${survey.identifier} }}`}</code> ·{' '}
            {said.note(survey.response_count, survey.status === 'inactive')}
          </>
        )}
        acts={(survey, close) => {
          const all = { survey, onDone: done(close), onClose: close };
          const seen = { label: said.results, dialog: <ResultsDialog survey={survey} onClose={close} /> };
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
      {makes && mayChange && (
        <SurveyForm onDone={done(() => setMakes(false))} onClose={() => setMakes(false)} />
      )}
    </>
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
      run={() => must(() => here.api.delete('/v1/surveys/{id}', { params: { id: survey.id } }))}
      done={said.deleted}
      onDone={onDone}
      onClose={onClose}
    >
      {said.delete_detail(survey.response_count)}
    </Confirmation>
  );
}
