import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMail } from '../../testing/mail-readers.ts';
import { ask, assertOpeningChangesNothing, post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { SIGN_UPS_PER_HOUR: '20' } });
});
after(() => service.stop());

let number = 0;
const call = async (method: string, path: string, body?: object) => {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const makeSurvey = (fields: object = {}) => {
  number += 1;
  const usual = {
    identifier: `walk-${number}`,
    question: 'Where next?',
    answers: ['Harbour', 'Dunes', 'Neither'],
  };
  return call('POST', '/v1/surveys', { ...usual, ...fields });
};
const makePerson = () => {
  number += 1;
  return call('POST', '/v1/subscribers', { email_address: `r${number}@example.org`, type: 'regular' });
};
const responsesTo = async ({ id }: { id: string }) =>
  (await call('GET', `/v1/survey_responses?survey_id=${id}`)).results;

/** Mails these people a question, and returns the paths of the links of one of them, and the email. */
async function mail(survey: { identifier: string }, reader: { id: string; email_address: string }) {
  number += 1;
  const tag = await call('POST', '/v1/tags', { name: `asked ${number}`, color: '#4f6d8f' });
  await call('PATCH', `/v1/subscribers/${reader.id}`, { tags: [tag.id] });
  const email = await call('POST', '/v1/emails', {
    subject: `Question ${number}`,
    body: `Hello.\n\n{{ survey.${survey.identifier} }}\n\nBye.`,
    filters: [{ field: 'subscriber.tags', operator: 'contains', value: tag.id }],
    status: 'about_to_send',
  });
  const source = await until('the mail arrived', async () =>
    service.sink.accepted.find(({ source }) => source.includes(`Question ${number}\r\n`)),
  );
  await until('it is sent', async () => (await call('GET', `/v1/emails/${email.id}`)).status === 'sent');
  const { html, text } = await readMail(Buffer.from(source.source, 'latin1'));
  const links = Array.from(
    html.matchAll(/href="http:\/\/news\.example(\/manage\/answer\/[^"]+)"/g),
    ([, path]) => path!,
  );
  return { email, html, text, links };
}

test('a mail asks the question with a link for each answer; opening links answers nothing, however often', async () => {
  const survey = await makeSurvey({ question: 'Tea & {{ cake }}?' });
  const { links, html, text } = await mail(survey, await makePerson());
  assert.equal(links.length, 3);
  assert.match(html, /Tea &amp; (?:\{|&#123;)(?:\{|&#123;) cake \}\}\?/);
  assert.match(text, /Dunes/);
  for (const link of links) await assertOpeningChangesNothing(service, link);
  assert.match((await visit(service, links[1]!)).text, /value="1" checked><span dir="auto">Dunes/);
  for (const body of ['', 'do=', 'answer=1', 'do=vote&answer=1'])
    assert.equal(
      (await ask(service, 'POST', links[1]!, body, 'application/x-www-form-urlencoded')).status,
      400,
    );
  assert.deepEqual(await responsesTo(survey), []);
});

test('each person has one answer: the button sends it, and it can be changed, from any link and from ten at once', async () => {
  const survey = await makeSurvey({ is_freeform_response_enabled: true, shows_results: true });
  const reader = await makePerson();
  const { links, email } = await mail(survey, reader);
  const first = await post(service, links[1]!, { do: 'answer', answer: '1', text: 'By <b>bus</b>' });
  assert.equal(first.status, 200);
  assert.match(first.text, /By &lt;b&gt;bus&lt;\/b&gt;/);
  assert.match(first.text, /100\s?%/);
  const [response] = await responsesTo(survey);
  assert.deepEqual(
    [response.answer, response.text, response.subscriber_id, response.email_id, response.source],
    ['Dunes', 'By <b>bus</b>', reader.id, email.id, 'email'],
  );
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => post(service, links[at % 3]!, { do: 'answer', answer: '2' })),
  );
  const changed = await responsesTo(survey);
  assert.deepEqual([changed.length, changed[0].answer, changed[0].id], [1, 'Neither', response.id]);
  const { results } = await call('GET', `/v1/emails/${email.id}/surveys`);
  assert.deepEqual(
    [results[0].identifier, results[0].results.results.map(({ count }: { count: number }) => count)],
    [survey.identifier, [0, 0, 1]],
  );
  const events = await call(
    'GET',
    `/v1/events?event_type=subscriber.responded_to_survey&subscriber_id=${reader.id}`,
  );
  assert.deepEqual(
    events.results.map(({ metadata }: { metadata: { answer: string[] } }) => metadata.answer),
    [['Neither'], ['Dunes']],
  );
});

test('a link answers for its owner alone: forged or cut links answer nothing, nor does a missing answer or survey', async () => {
  const survey = await makeSurvey();
  const other = await call('POST', '/v1/newsletters', { username: `other${number}`, name: 'Other' });
  const foreign = await service.api(
    'POST',
    '/v1/surveys',
    { identifier: 'foreign', question: 'Q?', answers: ['A', 'B'] },
    { authorization: `Token ${other.api_key}` },
  );
  const { links } = await mail(survey, await makePerson());
  const [, , , token] = links[0]!.split('/');
  for (const path of [
    links[0]!.replace(token!, `${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`),
    links[0]!.replace(survey.id, foreign.body.id),
    links[0]!.replace(survey.id, 'x'),
  ]) {
    assert.equal((await visit(service, path)).status, 404, path);
    assert.equal((await post(service, path, { do: 'answer', answer: '0' })).status, 404, path);
  }
  for (const answer of ['3', '-1', 'x', '1e9', ''])
    assert.equal((await post(service, links[0]!, { do: 'answer', answer })).status, 400, answer);
  assert.deepEqual(await responsesTo(survey), []);
});

test('a closed survey takes no answers, and says so', async () => {
  const survey = await makeSurvey();
  const { links } = await mail(survey, await makePerson());
  await call('PATCH', `/v1/surveys/${survey.id}`, { status: 'inactive' });
  assert.match((await visit(service, links[0]!)).text, /This survey is closed/);
  assert.match((await post(service, links[0]!, { do: 'answer', answer: '0' })).text, /This survey is closed/);
  assert.deepEqual(await responsesTo(survey), []);
});

test('several answers, answers in the reader’s own words, and an order for each reader', async () => {
  const several = await makeSurvey({ input_type: 'checkbox' });
  const { links } = await mail(several, await makePerson());
  const chosen: [string, string][] = [
    ['do', 'answer'],
    ['answer', '2'],
    ['answer', '0'],
    ['answer', '2'],
  ];
  await post(service, links[0]!, chosen);
  assert.deepEqual((await responsesTo(several))[0].answers, ['Harbour', 'Neither']);
  const own = await makeSurvey({ input_type: 'text', answers: [] });
  const written = await mail(own, await makePerson());
  assert.equal(written.links.length, 1);
  assert.equal((await post(service, written.links[0]!, { do: 'answer', text: ' ' })).status, 400);
  await post(service, written.links[0]!, { do: 'answer', text: `One\r\ntwo ${'x'.repeat(3000)}` });
  assert.match((await responsesTo(own))[0].text, /^One\ntwo x+$/);
  assert.equal((await responsesTo(own))[0].text.length, 2000);
  const mixed = await makeSurvey({ randomize_answers: true });
  assert.equal((await mail(mixed, await makePerson())).links.length, 1);
});

test('a person answers once for each email, if the survey says so', async () => {
  const survey = await makeSurvey({ response_cadence: 'once_per_email' });
  const reader = await makePerson();
  for (const answer of ['0', '1']) {
    const { links } = await mail(survey, reader);
    await post(service, links[0]!, { do: 'answer', answer });
  }
  assert.deepEqual(
    (await responsesTo(survey)).map(({ answer }: { answer: string }) => answer),
    ['Dunes', 'Harbour'],
  );
});

test('answers select people, are part of their data, and are deleted with them', async () => {
  const survey = await makeSurvey();
  const reader = await makePerson();
  const { links } = await mail(survey, reader);
  await post(service, links[1]!, { do: 'answer', answer: '1' });
  const whom = async (operator: string, value: string) =>
    (
      await call('POST', '/v1/subscribers/search', {
        filters: [{ field: `subscriber.survey.${survey.identifier}`, operator, value }],
      })
    ).results.map(({ id }: { id: string }) => id);
  assert.deepEqual(await whom('equals', 'Dunes'), [reader.id]);
  assert.deepEqual(await whom('contains', 'dune'), [reader.id]);
  assert.deepEqual(await whom('equals', 'Harbour'), []);
  assert.deepEqual(await whom('is_not_empty', ''), [reader.id]);
  assert.ok(!(await whom('is_empty', '')).includes(reader.id));
  const { answers } = await call('GET', `/v1/subscribers/${reader.id}/data`);
  assert.deepEqual([answers[0].question, answers[0].chosen], ['Where next?', ['Dunes']]);
  const { deleted } = await call('POST', `/v1/subscribers/${reader.id}/erasure`);
  assert.equal(deleted.answers, 1);
  assert.deepEqual(await responsesTo(survey), []);
  assert.equal((await visit(service, links[1]!)).status, 404);
});

test('on the archive’s page nobody is known: it shows how to answer, and the results if readers may see them', async () => {
  const survey = await makeSurvey({ shows_results: true });
  const reader = await makePerson();
  const { email } = await mail(survey, reader);
  await call('POST', '/v1/survey_responses', { survey_id: survey.id, subscriber_id: reader.id, answer: 1 });
  const issue = await until('the page is there', async () => {
    const page = await visit(
      service,
      new URL((await call('GET', `/v1/emails/${email.id}`)).absolute_url).pathname,
    );
    return page.status === 200 ? page.text : undefined;
  });
  const path = /href="(?:http:\/\/news\.example)?(\/test\/polls\/[^"]+\/0)"/.exec(issue)![1]!;
  await assertOpeningChangesNothing(service, path).catch(error => {
    // A page of the archive answers only GET and HEAD.
    assert.match(String(error), /OPTIONS|404|405/);
  });
  const page = (await visit(service, path)).text;
  assert.match(page, /sign-in\?to=polls/);
  assert.match(page, /100\s?%/);
});

test('one person can answer only so often within an hour', async () => {
  const survey = await makeSurvey();
  const { links } = await mail(survey, await makePerson());
  const statuses: number[] = [];
  for (let round = 0; round < 22; round += 1)
    statuses.push((await post(service, links[0]!, { do: 'answer', answer: String(round % 3) })).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
});

test('answers stay as people have given them', async () => {
  const survey = await makeSurvey();
  const path = `/v1/surveys/${survey.id}`;
  assert.deepEqual((await call('PATCH', path, { answers: ['Yes', 'No'] })).answers, ['Yes', 'No']);
  const reader = await makePerson();
  const made = await call('POST', '/v1/survey_responses', {
    survey_id: survey.id,
    subscriber_id: reader.id,
    answer: 0,
  });
  assert.deepEqual([made.answer, made.source, made.email_id], ['Yes', 'api', null]);
  const refused = await service.api('PATCH', path, { answers: ['Yes', 'Never'] });
  assert.deepEqual([refused.status, refused.body.code], [400, 'survey_has_responses']);
  const edited = await call('PATCH', `/v1/survey_responses/${made.id}`, { text: 'Put right' });
  assert.deepEqual([edited.text, edited.answer], ['Put right', 'Yes']);
  const expanded = await call('GET', `/v1/survey_responses?survey_id=${survey.id}&expand=survey,subscriber`);
  const after = await call('GET', `/v1/survey_responses?survey_id=${survey.id}&page=9`);
  assert.deepEqual([after.results, after.count], [[], expanded.count]);
  assert.deepEqual(
    [expanded.results[0].survey.response_count, expanded.results[0].subscriber.id],
    [1, reader.id],
  );
  for (const [body, code] of [
    [{ identifier: survey.identifier, question: 'Q', answers: ['a', 'b'] }, 'identifier_already_exists'],
    [{ identifier: 'one', question: 'Q', answers: ['a'] }, 'request_invalid'],
    [{ identifier: 'twice', question: 'Q', answers: ['a', 'a'] }, 'request_invalid'],
    [{ identifier: 'own', question: 'Q', answers: ['a', 'b'], input_type: 'text' }, 'request_invalid'],
  ] as const)
    assert.equal((await service.api('POST', '/v1/surveys', body)).body.code, code, body.identifier);
  const unknown = await service.api('POST', '/v1/emails', { subject: 'S', body: '{{ survey.nothing }}' });
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'body_invalid']);
});
