import { Button } from '../../ui/button.tsx';
import { CheckField, Field, Options, SelectField, TextField } from '../../ui/field.tsx';
import { Fields, Note } from '../../ui/page.tsx';
import { ownForms as said } from '../../words/own-forms.ts';
import { newQuestion, type Question } from './draft.ts';
import styles from './own-forms.module.css';

const most = 20;

/** Edits the questions that the form asks in addition to the address. */
export function Questions({
  questions,
  onChange,
}: {
  questions: Question[];
  onChange: (questions: Question[]) => void;
}) {
  const change = (id: string, changes: Partial<Question>) =>
    onChange(questions.map(one => (one.id === id ? { ...one, ...changes } : one)));
  return (
    <section className={styles.questions}>
      <h3>{said.questions}</h3>
      <Note>{said.questions_note}</Note>
      {questions.map((question, at) => (
        <fieldset key={question.id} className={styles.question}>
          <legend>{said.question(at + 1)}</legend>
          <Fields>
            <OneQuestion question={question} onChange={changes => change(question.id, changes)} />
            <Button
              look="quiet"
              aria-label={said.remove_question(question.label)}
              onClick={() => onChange(questions.filter(({ id }) => id !== question.id))}
            >
              {said.remove_short}
            </Button>
          </Fields>
        </fieldset>
      ))}
      {questions.length < most && (
        <Button onClick={() => onChange([...questions, newQuestion()])}>{said.add_question}</Button>
      )}
    </section>
  );
}

type Editing = { question: Question; onChange: (changes: Partial<Question>) => void };

function OneQuestion({ question, onChange }: Editing) {
  return (
    <>
      <Field
        label={said.label}
        value={question.label}
        required
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <Field
        label={said.name}
        value={question.name}
        required
        maxLength={50}
        pattern="[A-Za-z0-9_][A-Za-z0-9_.\-]*"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SelectField
        label={said.type}
        value={question.type}
        onChange={({ target }) => onChange({ type: target.value as Question['type'] })}
      >
        <Options of={Object.entries(said.types)} />
      </SelectField>
      {question.type === 'choice' && (
        <TextField
          label={said.options}
          hint={said.options_hint}
          value={question.options}
          required
          onChange={({ target }) => onChange({ options: target.value })}
        />
      )}
      <CheckField
        label={said.required}
        checked={question.required}
        onChange={({ target }) => onChange({ required: target.checked })}
      />
    </>
  );
}
