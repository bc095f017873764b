import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Survey } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { CheckField, Field, Options, SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { surveys as said } from '../../words/surveys.ts';
import { words } from '../../words.ts';

type Draft = Pick<
  Survey,
  | 'identifier'
  | 'question'
  | 'input_type'
  | 'response_cadence'
  | 'is_freeform_response_enabled'
  | 'randomize_answers'
  | 'shows_results'
  | 'notes'
> & { answers: string };

const nothing: Draft = {
  identifier: '',
  question: '',
  answers: '',
  input_type: 'radio',
  response_cadence: 'once',
  is_freeform_response_enabled: false,
  randomize_answers: false,
  shows_results: false,
  notes: '',
};

/** Creates or changes a survey. Its question and identifier never change, and its answers only before the first response. */
export function SurveyForm({
  survey,
  onDone,
  onClose,
}: {
  survey?: Survey;
  onDone: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [draft, setDraft] = useState<Draft>(
    survey ? { ...survey, answers: survey.answers.join('\n') } : nothing,
  );
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }));
  const save = useMutation({
    mutationFn: () => {
      const { identifier, question, answers: lines, ...rest } = draft;
      const answers =
        rest.input_type === 'text'
          ? []
          : lines
              .split('\n')
              .map(one => one.trim())
              .filter(Boolean);
      if (survey)
        return here.api.patch('/v1/surveys/{id}', { params: { id: survey.id }, body: { ...rest, answers } });
      return here.api.post('/v1/surveys', {
        body: { identifier, question: question.trim(), answers, ...rest },
      });
    },
    onSuccess: () => {
      say(said.made);
      onDone();
    },
  });
  const isAnswered = survey !== undefined && survey.response_count > 0;
  return (
    <FormDialog
      kind="wide"
      title={survey ? said.edit_title : said.make}
      act={survey ? words.parts.save : said.make}
      action={save}
      shown={['question', 'identifier', 'answers', 'notes']}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={said.question}
        value={draft.question}
        required
        disabled={survey !== undefined}
        maxLength={limits.surveys.question}
        error={errorAt(save.error, 'question')}
        autoComplete="off"
        onChange={({ target }) => change({ question: target.value })}
      />
      <Field
        label={said.identifier}
        hint={said.identifier_hint(draft.identifier)}
        value={draft.identifier}
        required
        disabled={survey !== undefined}
        error={errorAt(save.error, 'identifier')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => change({ identifier: target.value })}
      />
      <SelectField
        label={said.input_type}
        value={draft.input_type}
        disabled={isAnswered}
        onChange={({ target }) => change({ input_type: target.value as Survey['input_type'] })}
      >
        <Options of={Object.entries(said.input_types)} />
      </SelectField>
      {draft.input_type !== 'text' && (
        <TextField
          label={said.answers}
          hint={said.answers_hint}
          value={draft.answers}
          required
          disabled={isAnswered}
          error={errorAt(save.error, 'answers')}
          onChange={({ target }) => change({ answers: target.value })}
        />
      )}
      <Switches draft={draft} isAnswered={isAnswered} change={change} />
      <TextField
        label={said.notes}
        hint={said.notes_hint}
        value={draft.notes}
        maxLength={limits.surveys.notes}
        error={errorAt(save.error, 'notes')}
        onChange={({ target }) => change({ notes: target.value })}
      />
    </FormDialog>
  );
}

type Switching = { draft: Draft; isAnswered: boolean; change: (changes: Partial<Draft>) => void };

function Switches({ draft, isAnswered, change }: Switching) {
  const hasAnswers = draft.input_type !== 'text';
  return (
    <>
      {hasAnswers && (
        <CheckField
          label={said.freeform}
          checked={draft.is_freeform_response_enabled}
          onChange={({ target }) => change({ is_freeform_response_enabled: target.checked })}
        />
      )}
      <CheckField
        label={said.per_email}
        hint={said.per_email_hint}
        disabled={isAnswered}
        checked={draft.response_cadence === 'once_per_email'}
        onChange={({ target }) => change({ response_cadence: target.checked ? 'once_per_email' : 'once' })}
      />
      {hasAnswers && (
        <>
          <CheckField
            label={said.randomize}
            hint={said.randomize_hint}
            checked={draft.randomize_answers}
            onChange={({ target }) => change({ randomize_answers: target.checked })}
          />
          <CheckField
            label={said.shows_results}
            hint={said.shows_results_hint}
            checked={draft.shows_results}
            onChange={({ target }) => change({ shows_results: target.checked })}
          />
        </>
      )}
    </>
  );
}
