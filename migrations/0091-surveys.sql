create type survey_input_type as enum ('radio', 'checkbox', 'text');
create type survey_cadence as enum ('once', 'once_per_email');
create type survey_status as enum ('active', 'inactive');

-- Questions that emails ask: {{ survey.IDENTIFIER }} in a body stands for one of them.
create table surveys (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  newsletter_key integer not null references tenants on delete cascade,
  identifier text not null,
  question text not null,
  answers text[] not null,                 -- what can be chosen; none if input_type is text
  notes text not null default '',          -- for those who write, not for readers
  input_type survey_input_type not null default 'radio',
  response_cadence survey_cadence not null default 'once',
  is_freeform_response_enabled boolean not null default false,
  randomize_answers boolean not null default false,
  shows_results boolean not null default false,
  status survey_status not null default 'active',
  changed_by uuid,                         -- id of the key or person
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint surveys_identifier_unique unique (newsletter_key, identifier)
);

-- What readers answered: one row a person, or a person and email, whatever they change later.
create table survey_responses (
  key bigint generated always as identity primary key,
  id uuid not null unique,
  survey_key bigint not null references surveys on delete cascade,
  subscriber_key bigint not null references subscribers on delete cascade,
  email_key bigint references emails on delete set null,  -- the email that asked; null: none
  occasion bigint not null default 0,      -- key of the email if each email asks again, otherwise 0
  chosen text[] not null,                  -- of the answers, in their order
  text text not null default '',
  source text not null,                    -- email, web or api
  creation_date timestamptz(3) not null default now(),
  modification_date timestamptz(3) not null default now(),
  constraint survey_responses_once unique (survey_key, subscriber_key, occasion)
);
create index survey_responses_subscriber on survey_responses (subscriber_key);
create index survey_responses_email on survey_responses (email_key) where email_key is not null;

-- Finds the emails that ask a survey, as emails_snippets does for snippets.
create index emails_surveys on emails (newsletter_key)
where position('survey.' in body || custom_teaser || coalesce(ab_test::text, '')) > 0;
