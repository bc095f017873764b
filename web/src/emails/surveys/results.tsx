import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Survey, SurveyResults } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Note, Row, Rows, Section } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { surveyResults as said } from '../../words/survey-results.ts';
import { words } from '../../words.ts';
import { askedQuery, resultsQuery, textsQuery } from './results-queries.ts';

const most = 20;

/** Shows the answers to the survey from all emails. */
export function AllResults({ survey }: { survey: Survey }) {
  const query = useQuery(resultsQuery(useHere(), survey.id));
  return (
    <Loaded query={query} lines={survey.answers.length + 1} height="2.5rem">
      {results => <Results survey={survey} results={results} />}
    </Loaded>
  );
}

/** Shows the surveys of an email with its readers' answers. */
export function Asked({ email_id, every }: { email_id: string; every: number }) {
  const { data = [] } = useQuery({ ...askedQuery(useHere(), email_id), refetchInterval: every });
  return data.map(survey => (
    <Section key={survey.id} title={survey.question}>
      <Results survey={survey} results={survey.results} email_id={email_id} />
    </Section>
  ));
}

/** Shows the answers: how many readers chose each, and the latest texts. */
function Results({
  survey,
  results: { results, response_count, text_count },
  email_id,
}: {
  survey: Pick<Survey, 'id'>;
  results: SurveyResults;
  email_id?: string;
}) {
  return (
    <>
      <Note>{said.answered(response_count)}</Note>
      {results.length > 0 && (
        <Table
          heads={[said.answer, said.people, said.share]}
          rows={results.map(({ answer, count }) => [
            answer,
            words.number(count),
            <Share key={answer} count={count} of={response_count} />,
          ])}
        />
      )}
      {text_count > 0 && <Texts survey_id={survey.id} count={text_count} email_id={email_id} />}
    </>
  );
}

function Share({ count, of }: { count: number; of: number }) {
  const percent = of === 0 ? 0 : Math.round((count / of) * 100);
  return (
    <span style={{ display: 'grid', minInlineSize: '6rem' }}>
      {percent} %
      <span
        aria-hidden="true"
        style={{ inlineSize: `${percent}%`, blockSize: '0.375rem', background: 'var(--accent)' }}
      />
    </span>
  );
}

/** Shows the readers' texts, to people who may see addresses. */
function Texts({
  survey_id,
  count,
  email_id,
}: {
  survey_id: string;
  count: number;
  email_id: string | undefined;
}) {
  const here = useHere();
  const sees = usePermission('subscribers', 'read');
  const { data = [] } = useQuery({ ...textsQuery(here, survey_id, email_id), enabled: sees });
  if (data.length === 0) return null;
  return (
    <>
      <h3>{said.in_words}</h3>
      <Rows>
        {data.slice(0, most).map(({ id, text, subscriber_id }) => (
          <Row
            key={id}
            title={
              <Link
                to="/$newsletter/subscribers/$person"
                params={{ newsletter: here.newsletter.username, person: subscriber_id }}
              >
                {text}
              </Link>
            }
          />
        ))}
      </Rows>
      {count > most && <Note>{said.all_texts(count)}</Note>}
    </>
  );
}
